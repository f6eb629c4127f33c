/* Every path must give the mutex back; the error path returns early and the next caller waits for ever. */
#include <clew.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int amount) {
  pthread_mutex_lock(&lock);
  if (amount > 2)
    return -1;
  total += amount;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  add(clew_choose(4));
  add(1);
  return 0;
}
