// unknown
// Nor if it is left open from which.
#include "inputs.h"
static char first[16], second[16], third[16];
int main(void) {
  long distance = (long)third - (long)second;
  const char *from = below(2) ? first : second;
  return from[distance + below(16)];
}
