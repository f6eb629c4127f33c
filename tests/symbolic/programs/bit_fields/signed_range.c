// safe; oracle
// It is never outside.
#include "inputs.h"
struct packed {
  int field : 3;
};
int main(void) {
  struct packed p = {0};
  p.field = __VERIFIER_nondet_uchar();
  assert(p.field >= -4 && p.field <= 3);
}
