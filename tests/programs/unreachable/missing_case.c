/* One of the four values has no case. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  switch (__VERIFIER_nondet_uchar() % 4) {
    case 0: return 1;
    case 1: return 2;
    case 3: return 3;
    default: __builtin_unreachable();
  }
}
