/* Sequence lock broken: an even number before the reads does not tell whether a write came in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, left, right;

static void *write_both(void *unused) {
  sequence++;
  left = 1;
  right = 1;
  sequence++;
  return 0;
}

int main(void) {
  pthread_t thread;
  int before, l, r;
  pthread_create(&thread, 0, write_both, 0);
  do {
    before = sequence;
    l = left;
    r = right;
  } while (before % 2 != 0);
  assert(l == r);
  pthread_join(thread, 0);
  return 0;
}
