// result.spc; result violated used though it was not made
unsigned char __VERIFIER_nondet_uchar(void);
void *make(void) { static int x; return __VERIFIER_nondet_uchar() & 1 ? &x : 0; }
void use(void *p) { (void)p; }
int main(void) {
  int *p = make();
  use(p);
}
