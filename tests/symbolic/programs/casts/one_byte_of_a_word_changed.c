// violated assert
// The second byte of a word counts 256.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x;
  ((unsigned char*)&y)[1] = 7;
  assert(y == x || y - x == 256);
}
