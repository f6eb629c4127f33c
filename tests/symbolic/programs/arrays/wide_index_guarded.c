// safe
// A guard on both sides.
#include "inputs.h"
static int a[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 10) assert(a[i] == 0);
}
