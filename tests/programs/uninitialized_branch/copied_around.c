/* Copying, passing and returning an object with unset parts is fine as long as no branch looks at them. */
#include <string.h>

struct pair {
  char tag;
  int value;
  long unused;
};

static struct pair pass(struct pair pair) { return pair; }

int main(void) {
  struct pair a, b, c;
  a.tag = 't';
  a.value = 7;
  b = pass(a);
  memcpy(&c, &b, sizeof c);
  if (c.tag != 't' || c.value != 7)
    return 1;
  return 0;
}
