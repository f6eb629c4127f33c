/* The thread waits on a condition until the pointer is published. */
#include <pthread.h>
#include <stddef.h>

static int value = 5;
static int *published;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *use(void *unused) {
  pthread_mutex_lock(&lock);
  while (!published)
    pthread_cond_wait(&changed, &lock);
  int seen = *published;
  pthread_mutex_unlock(&lock);
  return (void *)(long)seen;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  pthread_mutex_lock(&lock);
  published = &value;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
