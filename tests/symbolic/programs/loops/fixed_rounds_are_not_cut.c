// safe; symbolic: --unwind 60
// A loop of fixed length, with an unknown in it.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), sum = 0;
  for (int i = 0; i < 50; i++) sum += x;
  assert(sum == 50 * x);
}
