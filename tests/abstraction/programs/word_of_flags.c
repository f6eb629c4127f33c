// safe
// A word of flags has more numbers than a counter is let have, but they do not come in steps.
#include <clew.h>

#include "inputs.h"
int main(void) {
  unsigned flags = 0;
  int count = 0;
  while (__VERIFIER_nondet_bool()) {
    const unsigned flag = 1u << clew_choose(4);
    if (clew_choose(2) == 1) {
      if ((flags & flag) == 0) ++count;
      flags |= flag;
    } else {
      if ((flags & flag) != 0) --count;
      flags &= ~flag;
    }
    assert((flags == 0) == (count == 0));
  }
}
