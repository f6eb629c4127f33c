/* N additions of an unknown integer are a multiplication by N: safe.
   -DUNSAFE leaves the last addition out: violated by every value but 0. */
#include "inputs.h"

#ifndef N
#define N 1000
#endif

int main(void) {
  int value = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 1; i <= N; i++) {
#ifdef UNSAFE
    if (i == N) break;
#endif
    sum += value;
  }
  assert(sum == N * value);
  return 0;
}
