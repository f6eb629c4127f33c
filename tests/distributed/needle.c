/* Every number of some digits, chosen digit by digit; one of them fails. A tree without threads, in which every state but
 * the last is reached once. */
#include <assert.h>

#ifndef NEEDLE
#define NEEDLE 735194
#endif

#ifndef DIGITS
#define DIGITS 6
#endif

int clew_choose(int alternatives);

int main(void) {
  int number = 0;
  for (int digit = 0; digit < DIGITS; digit++) number = 10 * number + clew_choose(10);
  assert(number != NEEDLE);
}
