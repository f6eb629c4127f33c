/* main reads what pthread_once may be initialising. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void) { value = 42; }

static void *work(void *unused) {
  pthread_once(&once, initialise);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int seen = value;
  pthread_join(a, 0);
  return seen == 5;
}
