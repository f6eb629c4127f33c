// safe
// An odd number of eight bits has an odd square, which is 1 modulo 8.
#include "inputs.h"
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar();
  if (x & 1) assert((x * x & 7) == 1);
}
