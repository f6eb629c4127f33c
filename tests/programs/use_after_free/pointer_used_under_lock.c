/* The pointer is fetched, checked and read under the mutex under which the object is freed. */
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *unused) {
  pthread_mutex_lock(&lock);
  free(shared);
  shared = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  int seen = 0;
  shared = malloc(sizeof *shared);
  *shared = 5;
  pthread_create(&thread, 0, drop, 0);
  pthread_mutex_lock(&lock);
  int *value = shared;
  if (value)
    seen = *value;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return seen == 6;
}
