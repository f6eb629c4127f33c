// safe
// A request is answered before the next one.
#include "inputs.h"
int main(void) {
  unsigned requests = 0, answers = 0;
  while (__VERIFIER_nondet_bool()) {
    if (requests == answers) {
      ++requests;
    } else {
      ++answers;
    }
    assert(requests - answers <= 1);
  }
}
