// unknown
// Text that depends on inputs is not read as a real number.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  char text[2] = {'0', 0};
  text[0] = '0' + below(10);
  assert(atof(text) < 5);
}
