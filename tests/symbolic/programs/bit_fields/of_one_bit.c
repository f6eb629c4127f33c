// violated assert; oracle
// A signed field of one bit is 0 or -1.
#include "inputs.h"
struct packed {
  signed flag : 1;
};
int main(void) {
  struct packed p = {0};
  p.flag = __VERIFIER_nondet_bool();
  assert(p.flag != -1);
}
