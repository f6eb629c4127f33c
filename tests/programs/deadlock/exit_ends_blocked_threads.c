/* No deadlock: main waits for ever, but the other thread always comes to exit() and ends the process. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int ready;

static void *leave(void *unused) {
  exit(0);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, leave, 0);
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&never, &lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
