/* A write has happened even if its thread then assumes something false; others may have seen it. */
#include <pthread.h>
#include <assert.h>
void __VERIFIER_assume(int);
static int x;
static void *t(void *u) { assert(x == 0); return NULL; }
static void *s(void *n) { x = 1; __VERIFIER_assume((long)n == 1); x = 0; return NULL; }
int main(void) {
  pthread_t a,b;
  pthread_create(&a, NULL, t, NULL);
  pthread_create(&b, NULL, s, NULL);
  pthread_join(a, NULL);
}
