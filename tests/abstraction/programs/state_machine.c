// safe
// A machine with three states never comes to the fourth.
#include "inputs.h"
int main(void) {
  int state = 0;
  while (1) {
    switch (state) {
      case 0: state = __VERIFIER_nondet_bool() ? 1 : 0; break;
      case 1: state = __VERIFIER_nondet_bool() ? 2 : 0; break;
      case 2: state = 0; break;
      default: assert(0);
    }
  }
}
