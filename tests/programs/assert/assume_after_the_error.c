/* The assertion must hold; an assumption that comes after it cannot take the failure back. */
#include <assert.h>
#include <clew.h>

int main(void) {
  int x = clew_choose(3);
  assert(x != 1);
  clew_assume(x != 1);
  return 0;
}
