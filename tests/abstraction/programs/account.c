// safe
// What is there is what came minus what went.
#include "inputs.h"
static unsigned there, came, went;
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      ++there;
      ++came;
    } else if (there > 0) {
      --there;
      ++went;
    }
  }
  assert(there == came - went);
}
