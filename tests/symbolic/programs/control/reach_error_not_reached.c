// safe
// No value is less and greater.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 10)
    if (x > 20) reach_error();
}
