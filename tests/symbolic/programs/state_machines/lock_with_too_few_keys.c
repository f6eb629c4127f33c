// safe
// Two keys are not enough for three numbers.
#include "inputs.h"
int main(void) {
  int state = 0;
  for (int i = 0; i < 2; i++) {
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
