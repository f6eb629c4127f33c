/* The loop stays inside the allocated array: it writes the first and the last element and no more. */
#include <stdlib.h>

int main(void) {
  int n = 4;
  int *values = malloc(n * sizeof *values);
  for (int i = 0; i < n; i++)
    values[i] = i;
  free(values);
  return 0;
}
