/* Atomic accesses never race, whatever kind they are. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;
static _Atomic long long wide;

static void *work(void *unused) {
  atomic_fetch_add(&value, 1);
  wide = 5;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int expected = 0;
  atomic_compare_exchange_strong(&value, &expected, 7);
  value++;
  long long seen = wide;
  pthread_join(a, 0);
  return seen == 5 || seen == 0 ? 0 : 1;
}
