// safe; oracle
// Every amount below the width is fine.
#include "inputs.h"
int main(void) {
  unsigned char n = below(32);
  unsigned x = 1u << n;
  assert(x != 0 && (x & (x - 1)) == 0 && x >> n == 1);
}
