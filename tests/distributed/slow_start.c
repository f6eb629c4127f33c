/* Every number of some digits, after a long first step: who is told to stop soon is told before its first state. */
#include <assert.h>

int clew_choose(int alternatives);

int main(void) {
  unsigned sum = 1;
  for (unsigned i = 0; i < 4000000; i++) sum = sum * 3 + i;
  int number = 0;
  for (int digit = 0; digit < 5; digit++) number = 10 * number + clew_choose(10);
  assert(number >= 0);
}
