// safe
// Steps of four or of eight lead to multiples of four.
#include "inputs.h"
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_bool()) x += __VERIFIER_nondet_bool() ? 4 : 8;
  assert(x % 4 == 0);
}
