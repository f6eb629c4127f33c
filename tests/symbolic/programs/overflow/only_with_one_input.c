// violated signed-overflow; oracle
// Fifteen times the right constant is too much, fourteen times is not.
#include "inputs.h"
int main(void) {
  int x = below(16);
  int y = x * 143165577;
  return y == 0;
}
