/* The assertion must hold, but the assumption leaves x = 3 in. */
#include <assert.h>
#include <clew.h>

extern void __VERIFIER_assume(int);

int main(void) {
  int x = clew_choose(6);
  __VERIFIER_assume(x >= 2 && x != 4);
  assert(x * x != 9);
  return 0;
}
