// stop.spc; stop irrelevant; never undecided; explicit: --max-depth 3
void forbidden(void) {}
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  for (unsigned i = 0; i < 9; i++) if ((__VERIFIER_nondet_uchar() & 1) == 2) forbidden();
}
