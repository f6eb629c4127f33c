// safe
// Binary search in a sorted array finds what is there.
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
  bool there = false;
  for (int i = 0; i < 7; i++) there |= a[i] == wanted;
  assert(there == (low < 7 && a[low] == wanted));
}
