// safe
// A loop that is left in the middle.
#include "inputs.h"
int main(void) {
  int found = -1, i = 0;
  while (i < 1000000) {
    if (__VERIFIER_nondet_int() == i) {
      found = i;
      break;
    }
    ++i;
  }
  assert(found == -1 || found == i);
}
