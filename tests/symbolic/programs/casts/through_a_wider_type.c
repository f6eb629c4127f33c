// safe
// An int survives a wider type, and one without a sign.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((int)(long)x == x && (int)(unsigned long)x == x && (int)(unsigned)x == x);
}
