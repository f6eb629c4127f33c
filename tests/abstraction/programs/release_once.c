// safe
// Memory is freed once, whenever that is.
#include "inputs.h"
#include <stdlib.h>
int main(void) {
  char *memory = malloc(4);
  bool is_freed = false;
  while (__VERIFIER_nondet_bool()) {
    if (!is_freed && __VERIFIER_nondet_bool()) {
      free(memory);
      is_freed = true;
    }
    if (!is_freed) memory[0] = 1;
  }
}
