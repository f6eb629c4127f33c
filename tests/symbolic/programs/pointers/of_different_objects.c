// safe; oracle
// Objects have different addresses.
#include "inputs.h"
int main(void) {
  int a[4], b[4];
  assert(&a[below(4)] != &b[below(4)]);
}
