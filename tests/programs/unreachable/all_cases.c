/* All four values have a case. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  switch (__VERIFIER_nondet_uchar() % 4) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 4;
    case 3: return 3;
    default: __builtin_unreachable();
  }
}
