// positive.spc; positive holds; never holds
void f(int x) { (void)x; }
void forbidden(void) {}
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = (__VERIFIER_nondet_uchar() & 7) - 4;
  f(x);
  if (x <= 0) forbidden();
}
