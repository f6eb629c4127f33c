// violated out-of-bounds; oracle
// One length is too large.
#include <string.h>

#include "inputs.h"
int main(void) {
  char from[8] = "abcdefg", to[6];
  memcpy(to, from, below(8));
  return 0;
}
