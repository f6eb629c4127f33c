/* The backwards search must stop at the first element, but without a sentinel it reads element -1. */
#include <clew.h>

static int last_index_of(const int *values, int n, int wanted) {
  int i = n - 1;
  while (values[i] != wanted)
    i--;
  return i;
}

int main(void) {
  int values[4] = {3, 1, 4, 1};
  return last_index_of(values, 4, clew_choose(3)) < 0;
}
