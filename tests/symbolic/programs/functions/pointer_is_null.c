// violated null-dereference; oracle
// There is no function.
#include "inputs.h"
static int next(int x) { return x + 1; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_bool() ? next : 0;
  return f(1);
}
