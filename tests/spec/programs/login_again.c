// login.spc; login holds
#include "login.h"
static int said;
static int let_in(void) {
  said = ask();
  if (said <= 0) count_refusal();
  return said > 0;
}
int main(void) {
  int refused = 0;
  for (int i = 0; i < 6 && refused < 3; i++) {
    if (let_in()) {
      enter();
      leave();
      refused = 0;
    } else {
      refused++;
    }
  }
}
