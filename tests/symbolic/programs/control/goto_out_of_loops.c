// safe; oracle
// A jump out of two loops.
#include "inputs.h"
int main(void) {
  int wanted = below(6), i, j;
  for (i = 0; i < 2; i++)
    for (j = 0; j < 3; j++)
      if (3 * i + j == wanted) goto found;
  reach_error();
found:
  assert(3 * i + j == wanted);
}
