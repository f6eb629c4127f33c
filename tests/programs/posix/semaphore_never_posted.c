/* Two wait, and there is one post. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *wait(void *unused) {
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, wait, 0);
  sem_post(&semaphore);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
