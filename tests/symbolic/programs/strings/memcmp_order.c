// violated assert
// The order of bytes is not the order of words here.
#include <string.h>

#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (memcmp(&x, &y, sizeof x) < 0) assert(x < y);
}
