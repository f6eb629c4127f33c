// unknown
// The distance between two arrays does not lead from one to the other.
#include "inputs.h"
static char first[16], second[16];
int main(void) {
  long distance = (long)second - (long)first;
  return first[distance + below(16)];
}
