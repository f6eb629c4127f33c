/* pthread_attr_t has 36 bytes; a detached thread is not joined. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int done;
static void *work(void *unused) {
  done = 1;
  return unused;
}

int main(void) {
  struct { pthread_attr_t attributes; int after; } local = {.after = 7};
  pthread_t thread;
  int state = -1;
  size_t stack = 0;
  pthread_attr_init(&local.attributes);
  pthread_attr_setdetachstate(&local.attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&local.attributes, 1 << 20);
  pthread_attr_getdetachstate(&local.attributes, &state), pthread_attr_getstacksize(&local.attributes, &stack);
  assert(state == PTHREAD_CREATE_DETACHED && stack == 1 << 20 && local.after == 7);
  assert(pthread_create(&thread, &local.attributes, work, NULL) == 0);
  pthread_attr_destroy(&local.attributes);
  return 0;
}
