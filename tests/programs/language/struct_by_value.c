/* Structs of every size class must be passed and returned by value without changing the original. */
#include <assert.h>
#include <stdio.h>

struct tiny { char c; };
struct small { int a, b, c; };
struct exact { long a, b; };
struct large { int values[10]; };
struct mixed { char c; double d; };
struct reals { float x, y, z; };

static struct tiny tiny(struct tiny t) { t.c++; return t; }
static struct small small(struct small s, int n) { s.b += n; return s; }
static struct exact exact(struct exact e) { return (struct exact){e.b, e.a}; }
static struct large large(struct large l) { l.values[9] = l.values[0]; return l; }
static struct mixed mixed(struct mixed m, double d) { m.d *= d; return m; }
static struct reals reals(struct reals r, float f) { r.z = r.x + r.y * f; return r; }

int main(void) {
  struct tiny t = {'a'};
  struct small s = {1, 2, 3};
  struct exact e = {4, 5};
  struct large l = {{6, 7}};
  struct mixed m = {'m', 1.5};
  struct reals r = {1.0f, 2.0f, 0.0f};
  printf("%c%c %d%d%d\n", t.c, tiny(t).c, small(s, 5).a, small(s, 5).b, small(s, 5).c);
  printf("%ld %ld\n", exact(e).a, exact(e).b);
  printf("%d %d\n", large(l).values[9], l.values[9]);
  printf("%c %.2f %.2f\n", mixed(m, 3.0).c, mixed(m, 3.0).d, m.d);
  printf("%.1f %.1f %.1f\n", reals(r, 0.5f).x, reals(r, 0.5f).y, reals(r, 0.5f).z);
  assert(s.b == 2 && l.values[9] == 0 && r.z == 0.0f);
  return 0;
}
