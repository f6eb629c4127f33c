/* Only the handlers that are still there run at the exit: 2, then 1. */
#include <assert.h>
#include <pthread.h>

static int steps;

static void note(void *number) { steps = steps * 10 + *(int *)number; }

static void inner(int leave) {
  int two = 2;
  pthread_cleanup_push(note, &two);
  if (leave) pthread_exit(&steps);
  pthread_cleanup_pop(1);
}

static void *work(void *leave) {
  int one = 1, three = 3;
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(0);
  inner(leave != 0);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, &result);
  assert(result == 0 && steps == 2);
  pthread_create(&thread, 0, work, &steps);
  pthread_join(thread, &result);
  assert(result == &steps && steps == 22);
  return 0;
}
