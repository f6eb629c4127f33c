/* The checked pointer must be the one that is used, but it is read again after another thread cleared it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 5;
static int *_Atomic shared = &value;

static void *clear(void *unused) {
  atomic_store(&shared, NULL);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int seen = 0;
  pthread_create(&thread, NULL, clear, NULL);
  if (atomic_load(&shared))
    seen = *atomic_load(&shared);
  pthread_join(thread, NULL);
  return seen == 6;
}
