// safe; oracle
// Fourteen times the constant fits.
#include "inputs.h"
int main(void) {
  int x = below(15);
  int y = x * 143165577;
  return y == 0;
}
