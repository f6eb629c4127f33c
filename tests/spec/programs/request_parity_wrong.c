// request.spc; request violated never answered; open: explicit
#include "request.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    if (i % 2 == 0) request(1);
    else answer(1);
  }
}
