// safe; oracle
// A signed char keeps eight bits of what it is given.
#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  signed char y = (signed char)x;
  assert(y == (x < 128 ? x : x - 256));
}
