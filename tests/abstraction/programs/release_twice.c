// violated double-free
// Nobody notes that it was freed.
#include "inputs.h"
#include <stdlib.h>
int main(void) {
  char *memory = malloc(4);
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) free(memory);
  }
}
