/* One element behind an allocation for 10 longs of four bytes. */
#include <stdlib.h>

int main(void) {
  long *numbers = malloc(40);
  if (!numbers) return 1;
  for (int i = 0; i <= 10; i++) numbers[i] = i;
  free(numbers);
  return 0;
}
