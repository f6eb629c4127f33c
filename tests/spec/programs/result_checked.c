// result.spc; result holds
unsigned char __VERIFIER_nondet_uchar(void);
void *make(void) { static int x; return __VERIFIER_nondet_uchar() & 1 ? &x : 0; }
void use(void *p) { (void)p; }
int main(void) {
  int *p = make();
  if (p) use(p);
}
