/* A ticket lock: everyone draws a ticket and waits until it is served, so the lock is fair.

   try_lock() draws a ticket by compare-and-swap, and only the one that is being served: if another
   thread has drawn it in the meantime, the swap fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct TicketLock {
  atomic_uint next;
  atomic_uint serving;
} TicketLock;

static TicketLock lock;
static atomic_int inside;

static void ticket_lock(TicketLock *l) {
  unsigned ticket = atomic_fetch_add(&l->next, 1);
  while (atomic_load(&l->serving) != ticket) {
  }
}

static bool ticket_try_lock(TicketLock *l) {
  unsigned ticket = atomic_load(&l->serving);
  return atomic_compare_exchange_strong(&l->next, &ticket, ticket + 1);
}

static void ticket_unlock(TicketLock *l) {
  atomic_fetch_add(&l->serving, 1);
}

static void critical_section(void) {
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
}

static void *patient(void *unused) {
  ticket_lock(&lock);
  critical_section();
  ticket_unlock(&lock);
  return unused;
}

static void *impatient(void *unused) {
  if (ticket_try_lock(&lock)) {
    critical_section();
    ticket_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, patient, NULL);
  pthread_create(&thread[1], NULL, patient, NULL);
  pthread_create(&thread[2], NULL, impatient, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(thread[i], NULL);
  }
  return 0;
}
