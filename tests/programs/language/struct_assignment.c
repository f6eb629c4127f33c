/* Assigning a struct must copy every member, nested arrays included, and leave the copies independent. */
#include <assert.h>

struct inner { int values[3]; };
struct outer { char name[4]; struct inner inner; struct outer *self; };

int main(void) {
  struct outer a = {"abc", {{1, 2, 3}}, 0};
  a.self = &a;
  struct outer b = a, c;
  c = b;
  b.inner.values[1] = 20;
  b.name[0] = 'x';
  assert(a.inner.values[1] == 2 && c.inner.values[1] == 2 && b.inner.values[1] == 20);
  assert(a.name[0] == 'a' && c.name[2] == 'c' && b.name[1] == 'b');
  assert(b.self == &a && b.self->inner.values[2] == 3);
  return 0;
}
