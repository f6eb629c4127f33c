// violated out-of-bounds
// Before the beginning.
#include "inputs.h"
static int a[100000];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 100000) a[i] = 1;
}
