// safe; oracle
// Every length fits.
#include <string.h>

#include "inputs.h"
int main(void) {
  char from[6] = "abcde", to[6] = "";
  int n = below(7);
  memcpy(to, from, n);
  for (int i = 0; i < n; i++) assert(to[i] == from[i]);
}
