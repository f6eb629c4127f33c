// violated assert; oracle
// The last thing is for nothing.
#include "inputs.h"
int main(void) {
  int money = __VERIFIER_nondet_uchar(), things = 0;
  assume(money < 30);
  const int start = money;
  while (money >= 7 && __VERIFIER_nondet_bool()) {
    money -= 7;
    things += money < 7 ? 6 : 5;
  }
  assert(7 * things + 5 * money == 5 * start);
}
