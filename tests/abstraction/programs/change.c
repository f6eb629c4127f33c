// safe
// Seven coins buy five things, whatever there was to begin with.
#include "inputs.h"
int main(void) {
  int money = __VERIFIER_nondet_int(), things = 0;
  assume(money >= 0 && money < 1000000);
  const int start = money;
  while (money >= 7 && __VERIFIER_nondet_bool()) {
    money -= 7;
    things += 5;
  }
  assert(7 * things + 5 * money == 5 * start);
}
