// violated assert; oracle
// All rounds may be left out.
#include "inputs.h"
int main(void) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_bool()) continue;
    count++;
  }
  assert(count > 0);
}
