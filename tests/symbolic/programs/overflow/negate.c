// violated signed-overflow
// The least int has no negative.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -x : x;
  return y < 0;
}
