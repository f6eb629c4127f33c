/* Ticket lock broken: at most one thread may be inside, but a load and a store can give two threads the same ticket. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, now_serving;
static int inside;

static void *enter(void *unused) {
  int ticket = atomic_load(&next_ticket);
  atomic_store(&next_ticket, ticket + 1);
  while (atomic_load(&now_serving) != ticket)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_fetch_add(&now_serving, 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
