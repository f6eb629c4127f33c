/* abort() ends the process before the failing assertion, so assert must be reported as holding. */
#include <assert.h>
#include <clew.h>
#include <stdlib.h>

int main(void) {
  int x = clew_choose(4);
  if (x > 1)
    abort();
  assert(x < 2);
  return 0;
}
