// safe
// An unknown value is handed over.
#include <pthread.h>

#include "inputs.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int value;
static bool full;
static void* produce(void* given) {
  pthread_mutex_lock(&lock);
  value = *(int*)given;
  full = true;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  int given = __VERIFIER_nondet_int();
  pthread_t producer;
  pthread_create(&producer, 0, produce, &given);
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&ready, &lock);
  assert(value == given);
  pthread_mutex_unlock(&lock);
  pthread_join(producer, 0);
}
