// violated invalid-free; oracle
// Only the beginning of a block can be freed.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  char* p = malloc(4);
  if (!p) return 0;
  free(p + below(2));
}
