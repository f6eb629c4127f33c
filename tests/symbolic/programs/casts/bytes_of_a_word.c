// safe
// A word read byte by byte through a pointer.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  const unsigned char* bytes = (const unsigned char*)&x;
  unsigned y = 0;
  for (int i = 3; i >= 0; i--) y = y << 8 | bytes[i];
  assert(y == x);
}
