/* A semaphore that starts with 2 excludes nobody. */
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static int value;

static void *work(void *unused) {
  sem_wait(&room);
  value++;
  sem_post(&room);
  return unused;
}

int main(void) {
  pthread_t a;
  sem_init(&room, 0, 2);
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
