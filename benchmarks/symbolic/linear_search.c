/* Linear search for a value that is in the middle of N unknown integers finds it: safe.
   -DUNSAFE resets the index to -1 when it is 20; that is a large unsigned number, so the search gives up: violated if
   the value is not among the first 20. */
#include "inputs.h"

#ifndef N
#define N 100
#endif

#define WANTED 3

static int contains(const int* a, unsigned n, int value) {
  unsigned i = 0;
  while (i < n && a[i] != value) {
    i++;
#ifdef UNSAFE
    if (i == 20) i = -1;
#endif
  }
  return i < n;
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  a[N / 2] = WANTED;
  assert(contains(a, N, WANTED));
  return 0;
}
