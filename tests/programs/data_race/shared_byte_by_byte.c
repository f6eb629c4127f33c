/* The pointer is copied into shared memory byte by byte, under the lock. */
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char bytes[sizeof(int *)];
static int is_set;

static void *work(void *unused) {
  int *pointer = 0;
  pthread_mutex_lock(&lock);
  if (is_set) memcpy(&pointer, bytes, sizeof pointer);
  pthread_mutex_unlock(&lock);
  if (pointer) *pointer = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  int cell = 0;
  int *pointer = &cell;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&lock);
  for (unsigned i = 0; i < sizeof pointer; i++) bytes[i] = ((unsigned char *)&pointer)[i];
  is_set = 1;
  pthread_mutex_unlock(&lock);
  cell = 2;
  pthread_join(a, 0);
  return 0;
}
