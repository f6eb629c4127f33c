// safe
// An even number stays even.
#include "inputs.h"
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_bool()) x += 2;
  assert(x != 7);
}
