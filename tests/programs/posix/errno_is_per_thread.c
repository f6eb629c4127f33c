/* What one thread's calls leave in errno is not seen by the others. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *overflow(void *unused) {
  strtol("99999999999999999999", 0, 10);
  assert(errno == ERANGE);
  return unused;
}

int main(void) {
  pthread_t thread;
  errno = EPERM;
  pthread_create(&thread, 0, overflow, 0);
  assert(errno == EPERM);
  pthread_join(thread, 0);
  assert(errno == EPERM);
  return 0;
}
