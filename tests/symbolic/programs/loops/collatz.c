// safe; oracle
// Every start below 16 comes to 1 within 19 steps.
#include "inputs.h"
int main(void) {
  unsigned x = 1 + below(15), steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  assert(steps <= 19);
}
