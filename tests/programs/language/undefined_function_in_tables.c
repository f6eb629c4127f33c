/* The address of a function without a body may stand in a constant table more than once, and a call
   through it ends the run only when it is made. */
#include <assert.h>
#include <stdio.h>

typedef int (*Action)(const char *);

static Action const several[4] = {NULL, remove, remove, remove};
static const struct {
  Action const *first;
  Action pair[2];
} nested = {several, {remove, remove}};

int main(void) {
  assert(several[1] == several[3]);
  assert(nested.pair[0] == nested.pair[1]);
  assert(nested.first[2] == nested.pair[1]);
  assert(several[0] == NULL);
  return 0;
}
