/* Between the last write and _exit another thread can still run. */
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
static int x;
static void *t(void *u) { assert(x == 0); return NULL; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, t, NULL);
  x = 1;
  _exit(0);
}
