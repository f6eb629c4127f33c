// safe; oracle
// A short is promoted, so adding does not overflow, and keeping the result only loses bits.
#include "inputs.h"
int main(void) {
  short x = __VERIFIER_nondet_short();
  short before = x;
  x++;
  assert(x == before + 1 || before == 32767);
}
