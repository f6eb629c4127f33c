/* If the second object replaces the first before the thread took it, the first is never freed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic box;

static void *take(void *unused) {
  free(atomic_exchange(&box, (char *)0));
  return unused;
}

int main(void) {
  pthread_t a;
  atomic_store(&box, malloc(1));
  pthread_create(&a, 0, take, 0);
  atomic_store(&box, malloc(2));
  pthread_join(a, 0);
  free(atomic_load(&box));
  return 0;
}
