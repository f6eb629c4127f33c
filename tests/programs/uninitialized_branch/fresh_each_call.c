/* A local starts unset in every call, even if an earlier call left a value in the same place. */
#include <clew.h>

static int visit(int first) {
  int state;
  if (first)
    state = 1;
  return state;
}

int main(void) {
  int a = visit(1);
  int b = visit(clew_choose(2));
  if (a == 2)
    return 1;
  if (b == 2)
    return 2;
  return 0;
}
