// violated shift; oracle
// An int has no bit 32.
#include "inputs.h"
int main(void) {
  unsigned char n = below(33);
  unsigned x = 1u << n;
  return x == 0;
}
