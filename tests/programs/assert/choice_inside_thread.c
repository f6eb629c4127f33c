/* The sum must stay below 4, but it needs both threads to choose 2: a schedule alone does not show it. */
#include <assert.h>
#include <clew.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *add(void *unused) {
  atomic_fetch_add(&sum, clew_choose(3));
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum < 4);
  return 0;
}
