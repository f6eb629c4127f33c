/* A semaphore that starts with 2 does not exclude. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int inside;

static void *enter(void *unused) {
  sem_wait(&semaphore);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 2);
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
