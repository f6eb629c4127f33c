// violated assert
// Unknown bytes all at once.
#include <clew.h>

#include "inputs.h"
int main(void) {
  int a[4];
  clew_symbolic(a, sizeof a, "a");
  assert(a[0] != 1 || a[1] != 2 || a[3] != 4);
}
