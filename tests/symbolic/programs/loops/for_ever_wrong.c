// violated assert; symbolic: --unwind 10
// The third round fails.
#include "inputs.h"
int main(void) {
  unsigned count = 0;
  while (__VERIFIER_nondet_bool()) count++;
  assert(count < 3);
}
