/* The cell becomes shared because the object that points to it does. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct outer {
  int *inner;
};

static struct outer *_Atomic box;

static void *work(void *unused) {
  struct outer *outer = atomic_load(&box);
  if (outer) *outer->inner = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  int cell = 0;
  struct outer outer;
  pthread_create(&a, 0, work, 0);
  outer.inner = &cell;
  cell = 1;
  atomic_store(&box, &outer);
  cell = 2;
  pthread_join(a, 0);
  return 0;
}
