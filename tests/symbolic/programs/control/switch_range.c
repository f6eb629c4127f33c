// safe
// A range of cases.
#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x) {
    case 10 ... 20: assert(x >= 10 && x <= 20); break;
    default: assert(x < 10 || x > 20);
  }
}
