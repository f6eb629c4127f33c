/* cond_wait must give the mutex back while it waits and hold it again when it returns. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void *answer(void *unused) {
  pthread_mutex_lock(&lock);
  while (turn != 1)
    pthread_cond_wait(&changed, &lock);
  turn = 2;
  pthread_cond_signal(&changed);
  turn = 3;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, answer, 0);
  pthread_mutex_lock(&lock);
  turn = 1;
  pthread_cond_signal(&changed);
  while (turn == 1)
    pthread_cond_wait(&changed, &lock);
  assert(turn == 3);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
