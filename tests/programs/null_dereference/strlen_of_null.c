/* A string function must get a string; here the last name of the table is null. */
#include <stddef.h>
#include <string.h>

static const char *names[3] = {"minos", "aegeus"};

int main(void) {
  size_t length = 0;
  for (int i = 0; i < 3; i++)
    length += strlen(names[i]);
  return length > 100;
}
