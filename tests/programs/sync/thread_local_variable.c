/* Each thread must see its own copy of a thread-local variable, starting from the initializer. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int counter = 10;

static void *count(void *unused) {
  assert(counter == 10);
  counter++;
  counter++;
  assert(counter == 12);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  counter++;
  pthread_join(thread, 0);
  assert(counter == 11);
  return 0;
}
