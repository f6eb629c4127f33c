// request.spc; request holds; open: explicit symbolic calls
#include "request.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    if (i % 2 == 0) request(1);
    else answer(1);
  }
  if (n % 2 == 1) answer(1);
}
