/* A pipeline of STAGES threads that each add one to what comes along and hand it on; a listener at the end hears it.
 * Between two threads is a connector, a monitor with room for one number. Main sends 1 .. ITEMS and then 0, which
 * stops each thread it comes to. Choose sizes with -DSTAGES= and -DITEMS=; the last two invariants are written for 4
 * stages. */
// invariant: heard >= 0 && heard <= sent
// invariant: connectors[4].item <= 0 || connectors[4].item > 4 && connectors[4].item - 4 <= sent
// invariant: stopped[0] >= stopped[1] && stopped[1] >= stopped[2] && stopped[2] >= stopped[3]
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef STAGES
#define STAGES 4
#endif
#ifndef ITEMS
#define ITEMS 2
#endif

enum { EMPTY = -1, STOP = 0 };

typedef struct {
  pthread_mutex_t monitor;
  pthread_cond_t changed; /* of the two at a connector only one can have to wait */
  int item;
} Connector;

static Connector connectors[STAGES + 1];
static bool stopped[STAGES];
static int sent, heard; /* how many numbers, without the last 0 */

static void add(Connector *connector, int item) {
  pthread_mutex_lock(&connector->monitor);
  while (connector->item != EMPTY) pthread_cond_wait(&connector->changed, &connector->monitor);
  connector->item = item;
  pthread_cond_signal(&connector->changed);
  pthread_mutex_unlock(&connector->monitor);
}

static int take(Connector *connector) {
  int item;
  pthread_mutex_lock(&connector->monitor);
  while ((item = connector->item) == EMPTY) pthread_cond_wait(&connector->changed, &connector->monitor);
  connector->item = EMPTY;
  pthread_cond_signal(&connector->changed);
  pthread_mutex_unlock(&connector->monitor);
  return item;
}

static void *stage(void *argument) {
  const int self = (int)(long)argument;
  int item;
  while ((item = take(&connectors[self])) != STOP) {
    assert(item > self);
    add(&connectors[self + 1], item + 1);
  }
  stopped[self] = true;
  add(&connectors[self + 1], STOP);
  return NULL;
}

static void *listener(void *argument) {
  (void)argument;
  int item, last = STAGES;
  while ((item = take(&connectors[STAGES])) != STOP) {
    assert(item == last + 1);
    last = item;
    heard++;
  }
  assert(last == STAGES + ITEMS);
  return NULL;
}

int main(void) {
  pthread_t threads[STAGES + 1];
  for (int i = 0; i <= STAGES; i++) {
    pthread_mutex_init(&connectors[i].monitor, NULL);
    pthread_cond_init(&connectors[i].changed, NULL);
    connectors[i].item = EMPTY;
  }
  for (long i = 0; i < STAGES; i++) pthread_create(&threads[i], NULL, stage, (void *)i);
  pthread_create(&threads[STAGES], NULL, listener, NULL);
  for (int item = 1; item <= ITEMS; item++) {
    sent++;
    add(&connectors[0], item);
  }
  add(&connectors[0], STOP);
  for (int i = 0; i <= STAGES; i++) pthread_join(threads[i], NULL);
  assert(heard == sent);
}
