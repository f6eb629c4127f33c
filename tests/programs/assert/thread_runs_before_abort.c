/* Between the last write and abort another thread can still run. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static int x;
static void *t(void *u) { assert(x == 0); return NULL; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, t, NULL);
  x = 1;
  abort();
}
