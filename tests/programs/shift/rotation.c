/* Rotation by any amount, written so that no shift is as large as the width. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char amount = __VERIFIER_nondet_uchar();
  unsigned bits = 0x80000001u;
  unsigned rotated = bits << (amount % 32) | bits >> (-amount & 31);
  return __builtin_popcount(rotated) == 2 ? 0 : 1;
}
