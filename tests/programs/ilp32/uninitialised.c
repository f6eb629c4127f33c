/* The upper half of a long long was never written. */
#include <string.h>

int main(void) {
  union { long long whole; int half[2]; } value;
  value.half[0] = 1;
  if (value.whole > 0) return 1;
  return 0;
}
