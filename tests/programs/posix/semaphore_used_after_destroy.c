/* A destroyed semaphore is as good as one that was never initialised. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_wait(&semaphore);
  return 0;
}
