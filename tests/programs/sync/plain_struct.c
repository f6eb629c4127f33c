/* A plain struct is not copied in one step: a copy member by member can mix an old half with a new one. */
#include <assert.h>
#include <pthread.h>

struct pair {
  volatile int left, right;
};

static struct pair shared;

static void *write_pair(void *unused) {
  shared.left = 1;
  shared.right = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_pair, 0);
  int left = shared.left;
  int right = shared.right;
  assert(left == right);
  pthread_join(thread, 0);
  return 0;
}
