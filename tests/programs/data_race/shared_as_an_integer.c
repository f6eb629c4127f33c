/* The address of the local travels as an integer with all bits flipped. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uintptr_t box;

static void *work(void *unused) {
  uintptr_t flipped = atomic_load(&box);
  if (flipped) *(int *)~flipped = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  int cell = 0;
  pthread_create(&a, 0, work, 0);
  atomic_store(&box, ~(uintptr_t)&cell);
  cell = 2;
  pthread_join(a, 0);
  return 0;
}
