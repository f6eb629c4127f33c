// login.spc; login holds
#include "login.h"
int main(void) {
  for (int i = 0; i < 3; i++) {
    int said = ask();
    if (said > 0) {
      enter();
      leave();
      return 0;
    }
    count_refusal();
  }
  return 1;
}
