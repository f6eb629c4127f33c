// violated assert; oracle
// Two unknown pointers may be in either order.
#include "inputs.h"
int main(void) {
  int a[4];
  assert(&a[below(4)] <= &a[below(4)]);
}
