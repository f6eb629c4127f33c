/* pthread_once runs its routine once, whoever comes first. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int runs;
static void routine(void) { runs++; }
static void *use(void *unused) {
  pthread_once(&control, routine);
  assert(runs == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
