/* The least of N unknown integers is at most the first: safe.
   -DUNSAFE claims that it is less than the first: violated. */
#include "inputs.h"

#ifndef N
#define N 10
#endif

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();

  int least = a[0];
  for (int i = 1; i < N; i++)
    if (a[i] < least) least = a[i];
#ifdef UNSAFE
  assert(a[0] > least);
#else
  assert(a[0] >= least);
#endif
  return 0;
}
