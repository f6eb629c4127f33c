/* The divisor of a 128-bit division must not be zero, but its only bit is shifted out at the top. */
#include <clew.h>

int main(void) {
  unsigned __int128 divisor = (unsigned __int128)1 << 126;
  divisor <<= clew_choose(3);
  unsigned __int128 quotient = ((unsigned __int128)1 << 127) / divisor;
  return quotient == 5;
}
