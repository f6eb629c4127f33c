// safe
// A copied word is the word.
#include <string.h>

#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y;
  memcpy(&y, &x, sizeof x);
  assert(x == y);
}
