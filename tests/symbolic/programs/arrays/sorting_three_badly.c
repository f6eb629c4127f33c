// violated assert
// One comparator is missing.
#include "inputs.h"
static void order(int* a, int* b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  order(&a[0], &a[1]);
  order(&a[1], &a[2]);
  assert(a[0] <= a[1] && a[1] <= a[2]);
}
