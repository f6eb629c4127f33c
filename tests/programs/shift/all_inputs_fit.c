/* Up to 31 for 32 bits, up to 63 for 64 bits, and zero. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char amount = __VERIFIER_nondet_uchar() % 64;
  unsigned long long mask = 1ull << amount;
  unsigned small = 1u << (amount & 31);
  int right = -1 >> (amount & 31);
  return mask >> amount == 1 && small != 0 && right == -1 ? 0 : 1;
}
