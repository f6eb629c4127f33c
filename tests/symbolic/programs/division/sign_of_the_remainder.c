// violated assert; oracle
// The remainder has the sign of the dividend.
#include "inputs.h"
int main(void) {
  int x = below(16) - 8;
  assert(x % 3 >= 0);
}
