// violated null-dereference; oracle
// The other one is no pointer.
#include "inputs.h"
int main(void) {
  int x = 1;
  int* p = __VERIFIER_nondet_bool() ? &x : 0;
  return *p;
}
