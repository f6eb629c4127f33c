/* The comparator sorts again, without end. */
#include <stdlib.h>

static int compare(const void *left, const void *right) {
  int numbers[2] = {*(const int *)left, *(const int *)right};
  qsort(numbers, 2, sizeof numbers[0], compare);
  return numbers[0];
}

int main(void) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], compare);
  return 0;
}
