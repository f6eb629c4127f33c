/* A semaphore that starts with 1 excludes. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int counter;

static void *add(void *unused) {
  sem_wait(&semaphore);
  counter++;
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t a, b;
  int value;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  sem_getvalue(&semaphore, &value);
  assert(counter == 2 && value == 1);
  return 0;
}
