// violated assert
// Two inputs of one name are two inputs.
#include <clew.h>

#include "inputs.h"
int main(void) {
  int x, y;
  clew_symbolic(&x, sizeof x, "value");
  clew_symbolic(&y, sizeof y, "value");
  assert(x == y);
}
