/* div overflows like the division that it does. */
#include <limits.h>
#include <stdlib.h>

int main(void) {
  volatile int least = INT_MIN;
  div_t result = div(least, -1);
  return result.quot == 0;
}
