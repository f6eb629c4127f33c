// login.spc; login holds; open: symbolic
#include "login.h"
int main(void) {
  int refused = 0;
  while (refused < 3 && __VERIFIER_nondet_bool()) {
    int said = ask();
    if (said > 0) {
      enter();
      leave();
      refused = 0;
    } else {
      count_refusal();
      refused++;
    }
  }
}
