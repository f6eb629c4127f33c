// safe
// What is freed and known to nobody has no name any more: the loop has finitely many states.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int *kept = NULL;
  while (__VERIFIER_nondet_bool()) {
    int *mine = malloc(sizeof(int));
    if (mine == NULL) continue;
    *mine = 1;
    if (kept == NULL && __VERIFIER_nondet_bool()) {
      kept = mine;
    } else {
      free(mine);
    }
    assert(kept == NULL || *kept == 1);
  }
  free(kept);
}
