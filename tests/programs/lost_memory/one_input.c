/* Only the error path loses the object. */
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static char *kept;

int main(void) {
  char *fresh = malloc(5);
  if (__VERIFIER_nondet_bool()) return 1;
  kept = fresh;
  return 0;
}
