/* A copy of an unset member is as unset as the original, however it was copied. */
#include <string.h>

struct pair {
  char tag;
  int value;
};

static struct pair pass(struct pair pair) { return pair; }

int main(void) {
  struct pair a, b, c;
  a.tag = 't';
  b = pass(a);
  memcpy(&c, &b, sizeof c);
  if (c.value == 7)
    return 1;
  return 0;
}
