/* An atomic struct of eight bytes is read and written as a whole, so its halves must always agree. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  int left, right;
};

static _Atomic struct pair shared;

static void *write_pair(void *unused) {
  struct pair pair = {1, 1};
  atomic_store(&shared, pair);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_pair, 0);
  struct pair seen = atomic_load(&shared);
  assert(seen.left == seen.right);
  pthread_join(thread, 0);
  return 0;
}
