// violated assert; oracle
// It is evaluated if the first is false.
#include "inputs.h"
static int calls;
static int called(void) { return ++calls; }
int main(void) {
  int x = below(3);
  if (x > 1 || called()) assert(calls == 0);
}
