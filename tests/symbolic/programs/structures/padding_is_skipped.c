// safe
// A member after padding.
#include "inputs.h"
struct padded {
  char tag;
  long value;
};
int main(void) {
  struct padded p = {1, __VERIFIER_nondet_long()}, q;
  q = p;
  assert(q.value == p.value && q.tag == 1);
}
