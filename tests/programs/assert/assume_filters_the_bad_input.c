/* The assertion must hold because the only input that breaks it is assumed away. */
#include <assert.h>
#include <clew.h>

extern void __VERIFIER_assume(int);

int main(void) {
  int x = clew_choose(6);
  __VERIFIER_assume(x != 3);
  assert(x * x != 9);
  return 0;
}
