// violated data-race; oracle
// One input makes a thread go without the lock.
#include <pthread.h>

#include "inputs.h"
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* careful) {
  if (careful) pthread_mutex_lock(&lock);
  shared++;
  if (careful) pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  static int yes;
  void* careful = below(4) == 3 ? 0 : &yes;
  pthread_t first, second;
  pthread_create(&first, 0, work, &yes);
  pthread_create(&second, 0, work, careful);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
