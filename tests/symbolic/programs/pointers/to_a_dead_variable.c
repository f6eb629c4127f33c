// violated use-after-free; oracle
// On one path the pointer outlives what it points at.
#include "inputs.h"
static int* chosen(int* outer, bool which) {
  int inner = 2;
  int* p = which ? &inner : outer;
  return p;
}
int main(void) {
  int x = 1;
  return *chosen(&x, __VERIFIER_nondet_bool());
}
