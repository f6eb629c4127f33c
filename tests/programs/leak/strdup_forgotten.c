/* What strdup returns must be freed. */
#include <string.h>

int main(void) {
  char *copy = strdup("text");
  return copy[0] == 't' ? 0 : 1;
}
