// safe; oracle
// A jump over an initialisation of what is not used.
#include "inputs.h"
int main(void) {
  int x = below(4);
  if (x == 3) goto inside;
  for (x = 0; x < 2; x++) {
  inside:
    assert(x < 4);
  }
}
