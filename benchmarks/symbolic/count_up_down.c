/* An unknown x counts down N times while y counts up from 0: violated, as y is x - N at the end if x was 3 * N.
   -DSAFE claims that the two together changed by nothing. */
#include "inputs.h"

#ifndef N
#define N 1000
#endif

int main(void) {
  int x = __VERIFIER_nondet_int();
  int before = x;
  int y = 0;
  for (int i = 0; i < N; i++) {
    x--;
    y++;
  }
#ifdef SAFE
  assert(x + y == before);
#else
  (void)before;
  assert(y != x - N);
#endif
  return 0;
}
