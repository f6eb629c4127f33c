/* The last member must be inside the allocation, but only the size of a pointer was allocated. */
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

int main(void) {
  struct pair *pair = malloc(sizeof pair);
  pair->first = 1;
  pair->second = 2;
  free(pair);
  return 0;
}
