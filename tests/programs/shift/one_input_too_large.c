/* The last round of the loop shifts by 32. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char amount = __VERIFIER_nondet_uchar() % 33;
  unsigned mask = 1u << amount;
  return mask == 5;
}
