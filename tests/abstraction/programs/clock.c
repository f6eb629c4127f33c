// safe
// Time does not go back, since it stops before it would wrap around.
#include "inputs.h"
int main(void) {
  unsigned start = __VERIFIER_nondet_uint(), now = start;
  while (__VERIFIER_nondet_bool()) {
    unsigned step = __VERIFIER_nondet_uchar();
    if (now + step < now) break;
    now += step;
    assert(now >= start);
  }
}
