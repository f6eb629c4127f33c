/* A buffer of two places, and semaphores that count the free and the full ones. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t places, items;
static int buffer[2], sum;

static void *produce(void *unused) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&places);
    buffer[i % 2] = i + 1;
    sem_post(&items);
  }
  return unused;
}

static void *consume(void *unused) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&items);
    sum += buffer[i % 2];
    sem_post(&places);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&places, 0, 2);
  sem_init(&items, 0, 0);
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, consume, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 6);
  sem_destroy(&places);
  sem_destroy(&items);
  return 0;
}
