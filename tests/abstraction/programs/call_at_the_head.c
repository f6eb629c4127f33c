// unknown; options: --time-limit 2
// A loop that begins with a call. The violation is half a million rounds away.
#include "inputs.h"
static unsigned f(unsigned x) { return x + 2; }
int main(void) {
  unsigned x = 1;
  do {
    x = f(x);
  } while (__VERIFIER_nondet_bool());
  assert(x != 8 && x != 0);
  assert(x < 1000000);
}
