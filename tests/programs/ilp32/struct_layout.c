/* Structures are copied, compared and returned with their i386 layout. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct small { int x, y; };
struct odd { char c; short s; char d; };
struct big { long long id; char name[13]; double weight; struct small at; };

static struct small add(struct small a, struct small b) { return (struct small){a.x + b.x, a.y + b.y}; }
static struct odd turn(struct odd o) { return (struct odd){o.d, (short)-o.s, o.c}; }
static struct big grow(struct big b, struct small by) {
  b.at = add(b.at, by), b.id++, b.weight *= 2, b.name[0] = 'X';
  return b;
}
static int sum(struct big b, char c, struct odd o, struct small s) { return (int)b.id + c + o.s + s.x + s.y; }

int main(void) {
  struct big b = {1LL << 33, "a name", 1.25, {3, 4}};
  struct big c = grow(b, (struct small){10, 20});
  struct odd o = turn((struct odd){'a', 300, 'b'});
  printf("%lld %s %g %d %d\n", c.id, c.name, c.weight, c.at.x, c.at.y);
  printf("%c %d %c %zu %zu\n", o.c, o.s, o.d, sizeof o, sizeof b);
  assert(b.name[0] == 'a' && b.at.x == 3);
  assert(sum(c, 1, o, add(b.at, c.at)) == 1 + 1 - 300 + 16 + 28);
  struct big *p = &c;
  assert((char *)&p->at - (char *)p == 32);
  assert(memcmp(&b.at, &(struct small){3, 4}, sizeof b.at) == 0);
  return 0;
}
