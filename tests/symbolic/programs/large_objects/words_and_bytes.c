// safe; oracle
// A word is written, its bytes are read, at any offset; and the other way round.
#include <string.h>

#include "inputs.h"
static unsigned char bytes[8192];
int main(void) {
  unsigned i = 500 + below(200);
  unsigned word = 0x04030201;
  memcpy(bytes + 600, &word, 4);
  *(unsigned*)(bytes + 4 * i) = 0x44332211;
  assert(bytes[4 * i] == 0x11 && bytes[4 * i + 3] == 0x44);
  bytes[4 * i + 1] = 0x77;
  assert(*(unsigned*)(bytes + 4 * i) == 0x44337711);
  assert(*(unsigned long*)(bytes + 4 * i) == 0x44337711);
  assert(*(unsigned*)(bytes + 600) == word);
}
