/* Mutexes and conditions made at run time inside a heap object work like those with an initializer. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int value;
};

static void *fill(void *argument) {
  struct box *box = argument;
  pthread_mutex_lock(&box->lock);
  box->value = 9;
  pthread_cond_signal(&box->changed);
  pthread_mutex_unlock(&box->lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct box *box = calloc(1, sizeof *box);
  assert(pthread_mutex_init(&box->lock, 0) == 0);
  assert(pthread_cond_init(&box->changed, 0) == 0);
  pthread_create(&thread, 0, fill, box);
  pthread_mutex_lock(&box->lock);
  while (box->value == 0)
    pthread_cond_wait(&box->changed, &box->lock);
  assert(box->value == 9);
  pthread_mutex_unlock(&box->lock);
  pthread_join(thread, 0);
  assert(pthread_cond_destroy(&box->changed) == 0);
  assert(pthread_mutex_destroy(&box->lock) == 0);
  free(box);
  return 0;
}
