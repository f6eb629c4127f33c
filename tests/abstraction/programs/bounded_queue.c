// safe
// What was put into a queue and not taken yet fits it.
#include "inputs.h"
int main(void) {
  unsigned put = 0, taken = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      if (put - taken < 4) ++put;
    } else if (put != taken) {
      ++taken;
    }
    assert(put - taken <= 4);
  }
}
