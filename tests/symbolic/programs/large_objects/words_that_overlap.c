// violated assert; oracle
// The one case that was forgotten: the last byte of one is the first of the other.
#include "inputs.h"
struct __attribute__((packed)) Word {
  unsigned value;
};
static unsigned char bytes[8192];
int main(void) {
  unsigned i = 1000 + 2 * below(200), j = 1100 + 3 * below(100);
  ((struct Word*)(bytes + i))->value = 0x44332211;
  ((struct Word*)(bytes + j))->value = 0;
  unsigned value = ((struct Word*)(bytes + i))->value;
  assert(value == 0x44332211 || value == 0 || value == 0x2211 || value == 0x332211 || value == 0x11 ||
         value == 0x44330000 || value == 0x44000000);
}
