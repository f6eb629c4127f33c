// safe; oracle
// The cabin stays between the floors, whatever is pressed.
#include "inputs.h"
int main(void) {
  int floor = 0;
  for (int i = 0; i < 3; i++) {
    int wanted = below(4);
    if (wanted > floor && floor < 3) floor++;
    if (wanted < floor && floor > 0) floor--;
    assert(floor >= 0 && floor <= 3);
  }
}
