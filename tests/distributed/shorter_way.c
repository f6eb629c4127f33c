/* The same states are reached by long ways and by a short one; those who come by the short one get further under a bound
 * on depth. A search that goes to the last alternative first comes by a long way first. */
#include <assert.h>

int clew_choose(int alternatives);

static int number;

int main(void) {
  int way = clew_choose(40);
  int steps = way == 0 ? 1 : 5;
  for (int i = 0; i < steps; i++) way = way * 2 + clew_choose(2);
  way = steps = 0;
  for (int digit = 0; digit < 6; digit++) number = number * 2 + clew_choose(2);
  assert(number != 63);
}
