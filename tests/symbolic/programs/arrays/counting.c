// safe; oracle
// A histogram of three inputs has three entries.
#include "inputs.h"
int main(void) {
  int count[4] = {0};
  for (int i = 0; i < 3; i++) count[below(4)]++;
  assert(count[0] + count[1] + count[2] + count[3] == 3);
}
