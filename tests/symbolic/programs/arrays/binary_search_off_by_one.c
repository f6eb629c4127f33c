// violated out-of-bounds
// The end of the range is the length, not the last index.
#include "inputs.h"
int main(void) {
  static const int a[7] = {2, 3, 5, 7, 11, 13, 17};
  int wanted = __VERIFIER_nondet_int();
  int low = 0, high = 7;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return a[low] == wanted;
}
