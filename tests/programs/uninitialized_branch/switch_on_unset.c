/* A switch is a branch as well, and the command was never set. */
#include <stdlib.h>

int main(void) {
  int *command = malloc(sizeof *command);
  int result = 0;
  switch (*command) {
  case 0:
    result = 1;
    break;
  case 1:
    result = 2;
    break;
  }
  free(command);
  return result > 5;
}
