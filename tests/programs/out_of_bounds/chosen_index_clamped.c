/* The index is clamped below the size of the global array before it is used. */
#include <clew.h>

static int table[4] = {10, 20, 30, 40};

int main(void) {
  int i = clew_choose(9) - 2;
  if (i < 0)
    i = 0;
  if (i > 3)
    i = 3;
  table[i]++;
  return 0;
}
