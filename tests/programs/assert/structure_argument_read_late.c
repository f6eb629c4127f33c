/* Passing a global structure by value reads it, and another thread can write it right before that. */
#include <pthread.h>
#include <assert.h>
struct S { long b[6]; };
static struct S g; static int a; static long r1;
static long f(struct S s) { return s.b[0]; }
static void *t(void *u) { a = 1; long r = f(g); assert(r == 0); return NULL; }
static void *s(void *n) { if (a == 1) g.b[0] = 1; return NULL; }
int main(void) {
  pthread_t x,y;
  pthread_create(&x, NULL, t, NULL);
  pthread_create(&y, NULL, s, NULL);
  pthread_join(x, NULL); pthread_join(y, NULL);
}
