// violated out-of-bounds; oracle
// One entry of the table leads outside.
#include "inputs.h"
int main(void) {
  unsigned char next[4] = {2, 3, 4, 1};
  unsigned char i = below(4);
  return next[next[i]];
}
