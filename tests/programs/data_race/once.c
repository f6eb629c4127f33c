/* pthread_once orders the initialisation before all who come back from it. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void) { value = 42; }

static void *work(void *unused) {
  pthread_once(&once, initialise);
  return value == 42 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return value - 42;
}
