/* Dekker: at most one thread may be inside; who does not have the turn steps back while the other wants in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int inside;

static void *enter(void *argument) {
  int me = argument != 0;
  int other = 1 - me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = other;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, &inside);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
