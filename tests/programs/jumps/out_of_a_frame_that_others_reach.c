// The jump leaves a function whose local other threads could reach, by way of a shared buffer: still one step.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static int *published;
static volatile int y;

static void inner(void) {
  int local = 1;
  published = &local;
  longjmp(place, 1);
}

static void *other(void *argument) {
  for (;;) y = !y;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  if (setjmp(place) == 0) inner();
  assert(0);
}
