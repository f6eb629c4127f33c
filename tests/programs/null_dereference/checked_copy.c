/* The pointer is read once, and the copy is checked and used, so clearing the original does no harm. */
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
  int *mine = atomic_load(&shared);
  if (mine)
    seen = *mine;
  pthread_join(thread, NULL);
  return seen == 6;
}
