// safe; oracle
// The second operand is not evaluated.
#include "inputs.h"
static int calls;
static int called(void) { return ++calls; }
int main(void) {
  int x = below(3);
  int both = x > 1 && called();
  assert(calls == (x > 1) && both == (x > 1));
}
