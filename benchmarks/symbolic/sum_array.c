/* C is the sum of A and B, element by element, for N unknown integers in each.

   Figure 10, "Sum of array", for arrays of 1,000: safe.
   -DUNSAFE claims that C is their difference: violated. */
#include "inputs.h"

#ifndef N
#define N 1000
#endif

int main(void) {
  static int a[N], b[N], c[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++) b[i] = __VERIFIER_nondet_int();

  for (int i = 0; i < N; i++) c[i] = a[i] + b[i];

  for (int i = 0; i < N; i++)
#ifdef UNSAFE
    assert(c[i] == a[i] - b[i]);
#else
    assert(c[i] == a[i] + b[i]);
#endif
  return 0;
}
