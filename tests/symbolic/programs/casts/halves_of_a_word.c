// safe
// Two halves make the word.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned short low = (unsigned short)x, high = (unsigned short)(x >> 16);
  assert(((unsigned)high << 16 | low) == x);
}
