// violated assert; oracle
// One element is different.
#include "inputs.h"
int main(void) {
  int a[8] = {1, 1, 1, 1, 1, 2, 1, 1};
  assert(a[below(8)] == 1);
}
