// violated assert; oracle; options: --uninitialized input
// What one path did not set is any value there.
#include "inputs.h"
#include <assert.h>
int main(void) {
  signed char x;
  if (__VERIFIER_nondet_bool()) x = 1;
  assert(x == 1);
}
