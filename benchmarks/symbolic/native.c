/* Random inputs for a native build of a program in this folder, which shows that it does what its first comment says:

       clang-19 -fwrapv -pthread bubble_sort.c native.c -o bubble_sort && CLEW_SEED=7 ./bubble_sort

   CLEW_SEED chooses the values; half of them are small, so that they are equal or in range often. Values that break an
   assumption end the program with status 0, as no run of Clew would have them. */
#include <stdlib.h>

#include "inputs.h"

static unsigned random32(void) {
  static unsigned long long state;
  if (!state) {
    const char* seed = getenv("CLEW_SEED");
    state = seed ? 2 * strtoull(seed, 0, 10) + 1 : 1;
    for (int i = 0; i < 4; i++) state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  }
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 32);
}

_Bool __VERIFIER_nondet_bool(void) { return random32() >> 31; }

int __VERIFIER_nondet_int(void) { return random32() >> 31 ? (int)(random32() >> 29) - 1 : (int)random32(); }

void __VERIFIER_assume(int condition) {
  if (!condition) exit(0);
}
