// safe; oracle
// A digit, read by the library.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int n = below(10);
  char s[2] = {(char)('0' + n), 0};
  assert(atoi(s) == n);
}
