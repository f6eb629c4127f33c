// violated assert; oracle
// A choice is an input, too.
#include <clew.h>

#include "inputs.h"
int main(void) {
  int x = clew_choose(5), y = clew_choose(5);
  assert(x + y != 8);
}
