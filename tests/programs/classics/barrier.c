/* A barrier of mutex and condition, used twice: nobody may be a round ahead, because each round has a number. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, generation;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  int mine = generation;
  if (++arrived == 2) {
    arrived = 0;
    generation++;
    pthread_cond_broadcast(&all_here);
  } else {
    while (generation == mine)
      pthread_cond_wait(&all_here, &lock);
  }
  assert(generation > mine && generation <= 2);
  pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
  barrier();
  barrier();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  assert(generation == 2 && arrived == 0);
  return 0;
}
