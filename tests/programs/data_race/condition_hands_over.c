/* The flag and the condition variable order the write before the read. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready, value;

static void *produce(void *unused) {
  value = 42;
  pthread_mutex_lock(&lock);
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, produce, 0);
  pthread_mutex_lock(&lock);
  while (!is_ready) pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  int seen = value;
  pthread_join(a, 0);
  return seen - 42;
}
