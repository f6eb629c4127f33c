/* The loop stops at the null that ends the table of names. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

static const char *names[3] = {"minos", "aegeus"};

int main(void) {
  size_t length = 0;
  for (const char **name = names; *name; name++)
    length += strlen(*name);
  assert(length == 11);
  return 0;
}
