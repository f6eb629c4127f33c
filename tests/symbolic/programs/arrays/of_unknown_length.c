// safe; oracle
// An array whose length is an input.
#include "inputs.h"
int main(void) {
  int n = 1 + below(4);
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  assert(a[n - 1] == n - 1);
}
