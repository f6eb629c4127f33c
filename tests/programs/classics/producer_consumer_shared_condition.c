/* Producer and consumers share one condition: a signal can wake the wrong kind, and then everybody waits. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void *consume(void *unused) {
  pthread_mutex_lock(&lock);
  while (count == 0)
    pthread_cond_wait(&changed, &lock);
  count--;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consume, 0);
  pthread_create(&b, 0, consume, 0);
  for (int item = 0; item < 2; item++) {
    pthread_mutex_lock(&lock);
    while (count == 1)
      pthread_cond_wait(&changed, &lock);
    count++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
