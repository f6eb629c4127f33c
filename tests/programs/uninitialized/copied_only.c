/* Copying what was never written is no use of it; calloc writes zeroes. */
#include <stdlib.h>
#include <string.h>

struct record {
  int set;
  int unset;
};

int main(void) {
  struct record *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  int *zeroes = calloc(2, sizeof *zeroes);
  int cells[2] = {7, 8};
  a->set = 1;
  *b = *a;
  memcpy(a, b, sizeof *a);
  int result = cells[zeroes[1]] / a->set;
  free(zeroes);
  free(b);
  free(a);
  return result - 7;
}
