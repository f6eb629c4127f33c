/* A pointer one past the end may be made and compared as long as nobody reads through it. */
#include <assert.h>

int main(void) {
  int values[3] = {1, 2, 3};
  int sum = 0;
  for (const int *p = values, *end = values + 3; p != end; p++)
    sum += *p;
  assert(sum == 6);
  return 0;
}
