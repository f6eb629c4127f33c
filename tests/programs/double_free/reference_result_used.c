/* The thread that takes the count to zero frees: fetch_sub tells exactly one thread that it was the last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static char *buffer;

static void *release(void *unused) {
  if (atomic_fetch_sub(&references, 1) == 1)
    free(buffer);
  return 0;
}

int main(void) {
  pthread_t a, b;
  buffer = malloc(8);
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, release, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
