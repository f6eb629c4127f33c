/* reach_error must not be called, but one of the 35 input pairs calls it. */
#include <clew.h>

extern void reach_error(void);

int main(void) {
  int x = clew_choose(5);
  int y = clew_choose(7);
  if (x * y == 18 && x > 2)
    reach_error();
  return 0;
}
