/* The function to call was never set. */
#include <stdlib.h>

struct handler {
  int number;
  int (*call)(int);
};

int main(void) {
  struct handler *handler = malloc(sizeof *handler);
  handler->number = 1;
  int result = handler->call(2);
  free(handler);
  return result;
}
