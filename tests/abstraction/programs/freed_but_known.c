// safe
// A freed object's name is not given to another one while some variable holds it, be it as a number or in a choice.
#include <stdint.h>
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  uintptr_t old = 0;
  int rounds = 0;
  while (__VERIFIER_nondet_bool()) {
    char *mine = malloc(1);
    if (mine == NULL) break;
    assert((uintptr_t)mine != old);
    if (rounds++ == 0) {
      const bool is_known = __VERIFIER_nondet_bool();
      old = is_known ? (uintptr_t)mine : 0;
    }
    free(mine);
    if (rounds > 3) break;
  }
}
