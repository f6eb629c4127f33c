/* Dekker broken: at most one thread may be inside, but each looks at the other before it announces itself. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void *enter(void *argument) {
  int me = argument != 0;
  int other = 1 - me;
  while (wants[other])
    ;
  wants[me] = 1;
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
