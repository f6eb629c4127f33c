// safe; oracle
// The body is run once at least.
#include "inputs.h"
int main(void) {
  int n = below(5), rounds = 0;
  do rounds++;
  while (rounds < n);
  assert(rounds == (n == 0 ? 1 : n));
}
