/* pthread_exit must end the thread from a nested call and give its value to the joiner. */
#include <assert.h>
#include <pthread.h>

static void leave(long value) {
  pthread_exit((void *)value);
}

static void *work(void *unused) {
  leave(7);
  return (void *)8L;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, &result);
  assert((long)result == 7);
  return 0;
}
