// safe
// Who is served has the ticket before the next one.
#include "inputs.h"
int main(void) {
  unsigned next = 0, served = 0;
  bool isBusy = false;
  while (__VERIFIER_nondet_bool()) {
    if (!isBusy) {
      ++next;
      isBusy = true;
    } else {
      ++served;
      isBusy = false;
    }
    assert(next == served + isBusy);
  }
}
