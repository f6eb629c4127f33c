/* The divisor is never zero: of the three choices the middle one is replaced. */
#include <clew.h>

int main(void) {
  int divisor = clew_choose(3) - 1;
  return 100 / (divisor ? divisor : 2) == 3;
}
