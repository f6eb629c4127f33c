/* The number of bytes to allocate was never written. */
#include <stdlib.h>

struct request {
  int number;
  unsigned size;
};

int main(void) {
  struct request *request = malloc(sizeof *request);
  request->number = 1;
  void *memory = malloc(request->size);
  free(memory);
  free(request);
  return 0;
}
