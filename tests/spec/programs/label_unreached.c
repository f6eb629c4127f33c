// label.spc; label holds
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar() & 3;
  if (x == 4) goto ERROR;
  goto badly;
ERROR:
  return 1;
badly:
  return 0;
}
