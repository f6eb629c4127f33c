/* A local must be set on every path before a branch asks for it, but no choice other than 1 or 2 sets it. */
#include <clew.h>

int main(void) {
  int sign;
  int x = clew_choose(3);
  if (x == 1)
    sign = 1;
  if (x == 2)
    sign = -1;
  if (sign > 0)
    return 1;
  return 0;
}
