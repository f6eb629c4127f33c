/* A structure too large for the processor is atomic all the same. */
#include <pthread.h>
#include <stdatomic.h>

struct triple {
  long a, b, c;
};

static _Atomic struct triple shared;

static void *work(void *unused) {
  struct triple mine = {1, 2, 3};
  atomic_store(&shared, mine);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  struct triple seen = atomic_load(&shared);
  pthread_join(a, 0);
  return seen.a * 2 == seen.b && seen.a * 3 == seen.c ? 0 : 1;
}
