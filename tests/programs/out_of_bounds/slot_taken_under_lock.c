/* Check and write are under one mutex, so nobody writes past the one slot there is. */
#include <pthread.h>

static int slots[1];
static int used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *unused) {
  pthread_mutex_lock(&lock);
  if (used < 1) {
    slots[used] = 7;
    used = used + 1;
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, put, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
