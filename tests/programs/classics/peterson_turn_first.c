/* Peterson broken: at most one thread may be inside, but the turn is given away before the announcement. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int inside;

static void *enter(void *argument) {
  int me = argument != 0;
  int other = 1 - me;
  turn = other;
  wants[me] = 1;
  while (wants[other] && turn == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
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
