/* The string frees its buffer only when it is not the one inside the string itself. */
#include <clew.h>
#include <stdlib.h>
#include <string.h>

struct string {
  char *data;
  char small[4];
};

static void init(struct string *s, size_t length) {
  s->data = length < sizeof s->small ? s->small : malloc(length + 1);
  memset(s->data, 'x', length);
  s->data[length] = 0;
}

static void destroy(struct string *s) {
  if (s->data != s->small)
    free(s->data);
}

int main(void) {
  struct string s;
  init(&s, clew_choose(6));
  destroy(&s);
  return 0;
}
