// safe
// A structure as a result.
#include "inputs.h"
struct pair {
  unsigned least, most;
};
static struct pair ordered(unsigned a, unsigned b) { return a < b ? (struct pair){a, b} : (struct pair){b, a}; }
int main(void) {
  struct pair p = ordered(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
  assert(p.least <= p.most);
}
