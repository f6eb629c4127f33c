// safe; oracle
// Both ways are never green.
#include "inputs.h"
enum light {
  RED,
  GREEN,
  YELLOW
};
int main(void) {
  enum light north = GREEN, east = RED;
  for (int i = 0; i < 4; i++) {
    if (!__VERIFIER_nondet_bool()) continue;
    if (north == GREEN)
      north = YELLOW;
    else if (north == YELLOW) {
      north = RED;
      east = GREEN;
    } else if (east == GREEN)
      east = YELLOW;
    else {
      east = RED;
      north = GREEN;
    }
    assert(north == RED || east == RED);
  }
}
