/* The string must not free the buffer inside itself, but the two limits differ by one. */
#include <clew.h>
#include <stdlib.h>
#include <string.h>

struct string {
  size_t length;
  char *data;
  char small[4];
};

static void init(struct string *s, size_t length) {
  s->length = length;
  s->data = length <= 3 ? s->small : malloc(length + 1);
  memset(s->data, 'x', length);
  s->data[length] = 0;
}

static void destroy(struct string *s) {
  if (s->length >= 3)
    free(s->data);
}

int main(void) {
  struct string s;
  init(&s, clew_choose(3) * 2 + 1);
  destroy(&s);
  return 0;
}
