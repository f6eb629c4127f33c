/* The unprotected write is reached only if the thread saw the other's value under the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage, value;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  int seen = stage;
  pthread_mutex_unlock(&lock);
  if (seen == 1) value = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&lock);
    stage = i;
    pthread_mutex_unlock(&lock);
  }
  value = 2;
  pthread_join(a, 0);
  return 0;
}
