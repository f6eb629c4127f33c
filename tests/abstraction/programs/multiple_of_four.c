// safe
// A multiple of four.
#include "inputs.h"
int main(void) {
  unsigned x = 4;
  while (__VERIFIER_nondet_bool()) x += __VERIFIER_nondet_bool() ? 4 : 12;
  assert(x % 4 == 0);
}
