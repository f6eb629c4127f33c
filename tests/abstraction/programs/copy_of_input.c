// safe
// What was copied is the same as long as nobody writes one of both.
#include "inputs.h"
int main(void) {
  unsigned original = __VERIFIER_nondet_uint(), copy = original, rounds = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) original = copy = __VERIFIER_nondet_uint();
    ++rounds;
  }
  assert(original == copy);
  return rounds > 0;
}
