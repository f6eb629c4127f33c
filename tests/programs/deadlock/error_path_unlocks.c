/* No deadlock: the error path gives the mutex back too. */
#include <clew.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int amount) {
  int result = -1;
  pthread_mutex_lock(&lock);
  if (amount > 2)
    goto out;
  total += amount;
  result = 0;
out:
  pthread_mutex_unlock(&lock);
  return result;
}

int main(void) {
  add(clew_choose(4));
  add(1);
  return 0;
}
