// safe; oracle
// The end may be compared.
#include "inputs.h"
int main(void) {
  int a[6] = {0};
  int* p = a + below(7);
  if (p < a + 6) assert(*p == 0);
}
