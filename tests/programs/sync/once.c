/* The routine must have run exactly once by the time any pthread_once call returns. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void initialize(void) { runs++; }

static void *use(void *unused) {
  pthread_once(&once, initialize);
  assert(runs == 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
