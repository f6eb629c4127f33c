// safe
// Only the middle of an array is unknown.
#include <clew.h>

#include "inputs.h"
int main(void) {
  unsigned char a[4] = {1, 2, 3, 4};
  clew_symbolic(a + 1, 2, "middle");
  assert(a[0] == 1 && a[3] == 4);
}
