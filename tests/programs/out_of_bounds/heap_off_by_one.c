/* The loop must stay inside the allocated array, but <= makes it write one element too many. */
#include <stdlib.h>

int main(void) {
  int n = 4;
  int *values = malloc(n * sizeof *values);
  for (int i = 0; i <= n; i++)
    values[i] = i;
  free(values);
  return 0;
}
