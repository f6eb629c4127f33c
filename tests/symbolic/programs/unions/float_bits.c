// safe
// The sign bit of a float decides its sign.
#include "inputs.h"
union real {
  float value;
  unsigned bits;
};
int main(void) {
  union real r;
  r.bits = __VERIFIER_nondet_uint();
  if (r.value < 0) assert(r.bits >> 31);
}
