/* The local is set on every path on which a branch asks for it. */
#include <clew.h>

int main(void) {
  int sign;
  int x = clew_choose(3);
  if (x == 1)
    sign = 1;
  if (x == 2)
    sign = -1;
  if (x != 0 && sign > 0)
    return 1;
  return 0;
}
