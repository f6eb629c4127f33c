/* Bubble sort of N unknown integers; afterwards a flag says whether some element is larger than the next one.

   Figure 10, "Verification of bubble sort": the flag is false, safe.
   -DNEGATED, "Bubble sort with assertion negated": it is claimed to be true, violated by every input. */
#include "inputs.h"

#ifndef N
#define N 5
#endif

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();

  for (int end = N - 1; end > 0; end--)
    for (int i = 0; i < end; i++)
      if (a[i] > a[i + 1]) {
        int larger = a[i];
        a[i] = a[i + 1];
        a[i + 1] = larger;
      }

  int unordered = 0;
  for (int i = 0; i + 1 < N; i++)
    if (a[i] > a[i + 1]) unordered = 1;
#ifdef NEGATED
  assert(unordered);
#else
  assert(!unordered);
#endif
  return 0;
}
