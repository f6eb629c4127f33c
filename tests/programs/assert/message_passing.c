/* Whoever sees the flag must see the data, because the data is written first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *publish(void *unused) {
  data = 42;
  atomic_store(&ready, 1);
  return 0;
}

int main(void) {
  pthread_t publisher;
  pthread_create(&publisher, 0, publish, 0);
  if (atomic_load(&ready))
    assert(data == 42);
  pthread_join(publisher, 0);
  return 0;
}
