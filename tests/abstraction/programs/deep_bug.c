// violated assert
// The bug needs a few rounds.
#include "inputs.h"
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_bool()) x += 3;
  assert(x != 9);
}
