// safe
// With assumptions on them.
#include <clew.h>

#include "inputs.h"
int main(void) {
  int a[4];
  clew_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 3; i++) __VERIFIER_assume(a[i] <= a[i + 1]);
  assert(a[0] <= a[3]);
}
