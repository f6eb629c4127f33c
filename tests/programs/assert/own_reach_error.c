/* The SV-COMP idiom: the program defines reach_error itself by a failing assertion and must not call it. */
#include <assert.h>

void reach_error(void) { assert(0); }

extern _Bool __VERIFIER_nondet_bool(void);

static void verify(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  int steps = 0;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_bool())
      steps++;
  verify(steps < 3);
  return 0;
}
