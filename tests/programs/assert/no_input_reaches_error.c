/* reach_error must not be called, and no input pair calls it: 17 is not a product of two such factors. */
#include <clew.h>

extern void reach_error(void);

int main(void) {
  int x = clew_choose(5);
  int y = clew_choose(7);
  if (x * y == 17)
    reach_error();
  return 0;
}
