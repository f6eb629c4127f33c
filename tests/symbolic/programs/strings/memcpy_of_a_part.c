// violated assert
// Three bytes are not the word.
#include <string.h>

#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  memcpy(&y, &x, 3);
  assert(x == y);
}
