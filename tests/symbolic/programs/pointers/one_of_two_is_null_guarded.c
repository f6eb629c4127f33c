// safe; oracle
// A guard.
#include "inputs.h"
int main(void) {
  int x = 1;
  int* p = __VERIFIER_nondet_bool() ? &x : 0;
  if (p) assert(*p == 1);
}
