/* The functions that do not wait for ever: they get the semaphore or say why not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t semaphore;
  struct timespec deadline = {0, 0}, wrong = {0, -1};
  sem_init(&semaphore, 0, 3);
  assert(sem_trywait(&semaphore) == 0 && sem_timedwait(&semaphore, &deadline) == 0);
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &deadline) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&semaphore, &deadline) == -1 && errno == ETIMEDOUT);
  assert(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
  assert(sem_destroy(&semaphore) == 0);
  assert(sem_init(&semaphore, 0, 2147483647) == 0);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  return 0;
}
