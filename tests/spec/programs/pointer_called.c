// stop.spc; stop irrelevant; never violated called
void forbidden(int x) { (void)x; }
void allowed(int x) { (void)x; }
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  void (*f)(int) = allowed;
  if (__VERIFIER_nondet_uchar() & 1) f = forbidden;
  f(1);
}
