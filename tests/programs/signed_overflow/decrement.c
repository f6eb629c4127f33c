/* The counter falls below the least number. */
#include <limits.h>

static int counter = INT_MIN + 1;

int main(void) {
  counter--;
  --counter;
  return 0;
}
