/* The divisor is the second element, only the first was written. */
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 5;
  int result = 10 / numbers[1];
  free(numbers);
  return result;
}
