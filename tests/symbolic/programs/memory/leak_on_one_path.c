// violated leak; oracle; options: --property leak
// One input forgets to free.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  void* p = malloc(4);
  if (below(8) != 5) free(p);
}
