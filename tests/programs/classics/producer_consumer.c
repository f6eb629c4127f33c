/* A bounded buffer of one place: every item must arrive once and in order, because all waits are loops on the state. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int place;
static int count;

static void *produce(void *unused) {
  for (int item = 1; item <= 2; item++) {
    pthread_mutex_lock(&lock);
    while (count == 1)
      pthread_cond_wait(&not_full, &lock);
    place = item;
    count = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  for (int expected = 1; expected <= 2; expected++) {
    pthread_mutex_lock(&lock);
    while (count == 0)
      pthread_cond_wait(&not_empty, &lock);
    assert(place == expected);
    count = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(producer, 0);
  return 0;
}
