/* Taking the pointer and clearing it must be one step; as a load and a store both threads take it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic buffer;

static void *release(void *unused) {
  char *mine = atomic_load(&buffer);
  atomic_store(&buffer, (char *)0);
  free(mine);
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
