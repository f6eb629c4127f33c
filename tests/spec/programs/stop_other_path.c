// stop.spc; stop holds; never violated called
void give_up(void) {}
void forbidden(void) {}
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  if (__VERIFIER_nondet_uchar() & 1) give_up();
  forbidden();
}
