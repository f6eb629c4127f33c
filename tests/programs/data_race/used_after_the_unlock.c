/* main forgets that the mutex is its own only until the unlock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int is_set, value;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  is_set = 1;
  pthread_cond_signal(&turn);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&lock);
  while (!is_set) pthread_cond_wait(&turn, &lock);
  pthread_mutex_unlock(&lock);
  value++;
  pthread_join(a, 0);
  return 0;
}
