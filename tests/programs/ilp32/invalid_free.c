/* A pointer to the second member of a structure of two longs. */
#include <stdlib.h>

struct pair { long first, second; };

int main(void) {
  struct pair *pair = malloc(sizeof *pair);
  if (!pair) return 1;
  free(&pair->second);
  return 0;
}
