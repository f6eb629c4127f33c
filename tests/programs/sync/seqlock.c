/* Sequence lock: a reader that saw the same even number twice must have seen both halves of one write. */
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
  } while (before % 2 != 0 || sequence != before);
  assert(l == r);
  pthread_join(thread, 0);
  return 0;
}
