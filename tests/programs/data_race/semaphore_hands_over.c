/* The post orders the write before the read. */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int value;

static void *produce(void *unused) {
  value = 42;
  sem_post(&ready);
  return unused;
}

int main(void) {
  pthread_t a;
  sem_init(&ready, 0, 0);
  pthread_create(&a, 0, produce, 0);
  sem_wait(&ready);
  int seen = value;
  pthread_join(a, 0);
  return seen - 42;
}
