// violated assert; oracle
// A signed bit-field of three bits goes from -4 to 3.
#include "inputs.h"
struct packed {
  int field : 3;
};
int main(void) {
  struct packed p = {0};
  p.field = below(8);
  assert(p.field >= 0);
}
