// violated assert
// One of a thousand combinations fails.
#include "inputs.h"
int main(void) {
  int bits = 0;
  for (int i = 0; i < 10; i++)
    if (__VERIFIER_nondet_int() > 100) bits |= 1 << i;
  assert(bits != 677);
}
