// bounded; symbolic: --unwind 10
// A loop that an input may keep going.
#include "inputs.h"
int main(void) {
  unsigned count = 0;
  while (__VERIFIER_nondet_bool()) count++;
  assert(count < 100);
}
