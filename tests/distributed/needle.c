/* Every number of six digits, chosen digit by digit; one of them fails. A tree without threads, in which every state
 * is reached once. */
#include <assert.h>

#ifndef NEEDLE
#define NEEDLE 735194
#endif

int clew_choose(int alternatives);

int main(void) {
  int number = 0;
  for (int digit = 0; digit < 6; digit++) number = 10 * number + clew_choose(10);
  assert(number != NEEDLE);
}
