// safe; oracle
// A permutation applied twice.
#include "inputs.h"
int main(void) {
  unsigned char next[4] = {2, 3, 0, 1};
  unsigned char i = below(4);
  assert(next[next[i]] == i);
}
