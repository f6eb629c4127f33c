/* Bakery broken: at most one thread may be inside, but numbers are compared before both have been written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number[2];
static int inside;

static void *enter(void *argument) {
  int me = argument != 0;
  int other = 1 - me;
  number[me] = number[other] + 1;
  for (;;) {
    int theirs = number[other];
    int mine = number[me];
    if (theirs == 0 || mine < theirs || (mine == theirs && me < other))
      break;
  }
  inside++;
  assert(inside == 1);
  inside--;
  number[me] = 0;
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
