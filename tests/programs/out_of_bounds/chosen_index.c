/* The index must be below the size of the global array, but 4 is possible. */
#include <clew.h>

static int table[4] = {10, 20, 30, 40};

int main(void) {
  int i = clew_choose(5);
  table[i]++;
  return 0;
}
