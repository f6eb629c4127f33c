// login.spc; login violated asked a fourth time
#include "login.h"
int main(void) {
  for (int i = 0; i < 4; i++) {
    int said = ask();
    if (said > 0) return 0;
    count_refusal();
  }
  return 1;
}
