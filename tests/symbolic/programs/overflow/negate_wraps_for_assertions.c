// violated assert; options: --property assert
// The least int is its own negative.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -x : x;
  assert(y >= 0);
}
