/* The post may come too late. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *post(void *unused) {
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec deadline = {10, 0};
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, post, 0);
  assert(sem_timedwait(&semaphore, &deadline) == 0);
  pthread_join(thread, 0);
  return 0;
}
