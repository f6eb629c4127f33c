/* The backwards search stops inside the array, because every wanted value is in it. */
#include <clew.h>

static int last_index_of(const int *values, int n, int wanted) {
  int i = n - 1;
  while (values[i] != wanted)
    i--;
  return i;
}

int main(void) {
  int values[4] = {0, 2, 1, 1};
  return last_index_of(values, 4, clew_choose(3)) < 0;
}
