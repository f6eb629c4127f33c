// safe; oracle
// Shifting a negative number to the right keeps its sign.
#include "inputs.h"
int main(void) {
  signed char x = (signed char)__VERIFIER_nondet_uchar();
  assert((x >> 7) == (x < 0 ? -1 : 0));
}
