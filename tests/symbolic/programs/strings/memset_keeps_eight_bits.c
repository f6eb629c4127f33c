// violated assert
// Only eight bits of the value are used.
#include <string.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char bytes[2];
  memset(bytes, x, 2);
  assert(bytes[1] == x);
}
