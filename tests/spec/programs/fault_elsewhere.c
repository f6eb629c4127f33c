// stop.spc; stop irrelevant; never undecided
void forbidden(void) {}
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_uchar() & 1) *p = 1;
  if (__VERIFIER_nondet_uchar() == 300) forbidden();
}
