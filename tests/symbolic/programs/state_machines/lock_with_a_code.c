// violated assert
// Three right numbers in a row open the lock.
#include "inputs.h"
int main(void) {
  int state = 0;
  for (int i = 0; i < 4; i++) {
    int key = __VERIFIER_nondet_int();
    if (state == 0 && key == 1234)
      state = 1;
    else if (state == 1 && key == -99)
      state = 2;
    else if (state == 2 && key == 777777)
      state = 3;
    else
      state = 0;
  }
  assert(state != 3);
}
