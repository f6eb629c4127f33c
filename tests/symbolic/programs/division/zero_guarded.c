// safe; oracle
// A guard before the division.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  if (y != 0) assert(x % y < y);
}
