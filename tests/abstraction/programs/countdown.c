// safe
// What is left to do and what is done make up the whole.
#include "inputs.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned left = n, done = 0;
  while (left > 0) {
    --left;
    ++done;
  }
  assert(done == n);
}
