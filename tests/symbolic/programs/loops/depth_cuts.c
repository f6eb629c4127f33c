// bounded; symbolic: --bound 6
// The bound on branches cuts as well.
#include "inputs.h"
int main(void) {
  unsigned count = 0;
  while (__VERIFIER_nondet_bool()) count++;
  assert(count < 100);
}
