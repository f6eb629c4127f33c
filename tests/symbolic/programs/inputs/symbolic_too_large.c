// violated out-of-bounds
// More bytes than there are.
#include <clew.h>

#include "inputs.h"
int main(void) {
  int x;
  clew_symbolic(&x, sizeof x + 1, "x");
  return 0;
}
