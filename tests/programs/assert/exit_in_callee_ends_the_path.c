/* exit() in a callee ends the process, so the assertion after the call must never be reached with x = 0. */
#include <assert.h>
#include <clew.h>
#include <stdlib.h>

static void demand(int condition) {
  if (!condition)
    exit(1);
}

int main(void) {
  int x = clew_choose(3);
  demand(x);
  assert(x != 0);
  return 0;
}
