// violated out-of-bounds
// Any int as an index.
#include "inputs.h"
static int a[10];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 10) return a[i];
}
