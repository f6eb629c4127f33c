/* A thread may start and join a thread of its own; the grandchild's work must be there in the end. */
#include <assert.h>
#include <pthread.h>

static int value;

static void *child(void *unused) {
  value++;
  return 0;
}

static void *parent(void *unused) {
  pthread_t thread;
  value++;
  pthread_create(&thread, 0, child, 0);
  pthread_join(thread, 0);
  value++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, parent, 0);
  pthread_join(thread, 0);
  assert(value == 3);
  return 0;
}
