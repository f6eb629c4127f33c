// label.spc; label violated the label is reached
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar() & 3;
  if (x == 2) goto ERROR;
  return 0;
ERROR:
  return 1;
}
