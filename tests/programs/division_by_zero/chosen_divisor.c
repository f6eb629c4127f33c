/* The divisor must not be zero, but the middle one of the three choices is. */
#include <clew.h>

int main(void) {
  int divisor = clew_choose(3) - 1;
  return 100 / divisor == 3;
}
