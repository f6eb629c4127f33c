/* Whoever sees the flag must see the data, but the flag is written first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data;
static atomic_int ready;

static void *publish(void *unused) {
  atomic_store(&ready, 1);
  atomic_store(&data, 42);
  return 0;
}

int main(void) {
  pthread_t publisher;
  pthread_create(&publisher, 0, publish, 0);
  if (atomic_load(&ready))
    assert(atomic_load(&data) == 42);
  pthread_join(publisher, 0);
  return 0;
}
