/* Each thread has an errno of its own. */
#include <errno.h>
#include <pthread.h>

static void *work(void *unused) {
  errno = 1;
  return errno == 1 ? unused : 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  errno = 2;
  int seen = errno;
  pthread_join(a, 0);
  return seen - 2;
}
