// violated null-dereference; oracle; options: --malloc-may-fail
// The result is not looked at.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int* p = malloc(sizeof *p);
  *p = below(2);
  free(p);
}
