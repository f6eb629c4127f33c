/* A barber's shop with BARBERS barbers, open for ever. A customer who finds all CHAIRS taken goes away and comes
 * back; else he waits until a barber is ready, sits down with him, and leaves when his hair is cut. A barber sleeps
 * until somebody sits down. They meet by counting in one monitor; cutting, and growing hair, is outside it. Choose
 * sizes with -DBARBERS=, -DCUSTOMERS=, -DCHAIRS=; the invariants are written for 2, 4, 3. */
// invariant: waiting >= 0 && waiting <= 3
// invariant: ready >= 0 && seated >= 0 && done >= 0
// invariant: ready + seated + done <= 2
// invariant: waiting + seated + done <= 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BARBERS
#define BARBERS 2
#endif
#ifndef CUSTOMERS
#define CUSTOMERS 4
#endif
#ifndef CHAIRS
#define CHAIRS 3
#endif

static atomic_bool open = true;

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t barber_ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t customer_seated = PTHREAD_COND_INITIALIZER;
static pthread_cond_t hair_done = PTHREAD_COND_INITIALIZER;
static pthread_cond_t customer_left = PTHREAD_COND_INITIALIZER;
static int waiting; /* customers on chairs */
static int ready;   /* barbers who look for a customer */
static int seated;  /* customers who sat down and are not yet noticed */
static int done;    /* customers who are done and have not yet left */

static bool cutting[BARBERS]; /* each is its own barber's */
static bool hairy[CUSTOMERS]; /* each is its own customer's */

static void *barber(void *argument) {
  bool *busy = argument;
  while (open) {
    pthread_mutex_lock(&shop);
    const int colleagues = ready;
    assert(colleagues < BARBERS);
    ready = colleagues + 1;
    pthread_cond_signal(&barber_ready);
    while (seated == 0) pthread_cond_wait(&customer_seated, &shop);
    seated--;
    pthread_mutex_unlock(&shop);

    *busy = true;
    *busy = false;

    pthread_mutex_lock(&shop);
    done++;
    pthread_cond_signal(&hair_done);
    while (done > 0) pthread_cond_wait(&customer_left, &shop);
    pthread_mutex_unlock(&shop);
  }
  return NULL;
}

static void have_hair_cut(void) {
  int barbers, cut;
  while ((barbers = ready) == 0) pthread_cond_wait(&barber_ready, &shop);
  assert(barbers <= BARBERS);
  waiting--;
  ready = barbers - 1;
  const int others = seated++;
  assert(others < BARBERS);
  pthread_cond_signal(&customer_seated);
  while ((cut = done) == 0) pthread_cond_wait(&hair_done, &shop);
  assert(cut <= BARBERS);
  done = cut - 1;
  pthread_cond_broadcast(&customer_left);
}

static void *customer(void *argument) {
  bool *hair = argument;
  while (open) {
    *hair = true;
    pthread_mutex_lock(&shop);
    const int others = waiting;
    assert(others <= CHAIRS);
    if (others < CHAIRS) {
      waiting = others + 1;
      have_hair_cut();
      *hair = false;
    }
    pthread_mutex_unlock(&shop);
  }
  return NULL;
}

int main(void) {
  pthread_t barbers[BARBERS], customers[CUSTOMERS];
  for (int i = 0; i < BARBERS; i++) pthread_create(&barbers[i], NULL, barber, &cutting[i]);
  for (int i = 0; i < CUSTOMERS; i++) pthread_create(&customers[i], NULL, customer, &hairy[i]);
  for (int i = 0; i < BARBERS; i++) pthread_join(barbers[i], NULL);
  for (int i = 0; i < CUSTOMERS; i++) pthread_join(customers[i], NULL);
}
