/* An assembly line of STAGES threads: the first begins PIECES pieces, each next one goes on with what it gets from
 * the one before it, the last finishes them. A piece is the number of stages it has been through. Between two stages
 * is a belt for one piece, a monitor. Choose sizes with -DSTAGES= and -DPIECES=; the invariants are written for 7
 * stages. */
// invariant: finished >= 0 && finished <= begun
// invariant: belts[0].piece == 0 || belts[0].piece == 1 && begun > 0
// invariant: belts[5].piece == 0 || belts[5].piece == 6 && finished < begun
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef STAGES
#define STAGES 7
#endif
#ifndef PIECES
#define PIECES 1
#endif

typedef struct {
  pthread_mutex_t monitor;
  pthread_cond_t changed; /* of the two at a belt only one can have to wait */
  int piece;              /* 0: none */
} Belt;

static Belt belts[STAGES - 1];
static int begun;    /* the first stage's */
static int finished; /* the last stage's */

static void put(Belt *belt, int piece) {
  pthread_mutex_lock(&belt->monitor);
  while (belt->piece != 0) pthread_cond_wait(&belt->changed, &belt->monitor);
  belt->piece = piece;
  pthread_cond_signal(&belt->changed);
  pthread_mutex_unlock(&belt->monitor);
}

static int take(Belt *belt) {
  int piece;
  pthread_mutex_lock(&belt->monitor);
  while ((piece = belt->piece) == 0) pthread_cond_wait(&belt->changed, &belt->monitor);
  belt->piece = 0;
  pthread_cond_signal(&belt->changed);
  pthread_mutex_unlock(&belt->monitor);
  return piece;
}

static void *first(void *argument) {
  (void)argument;
  for (int i = 0; i < PIECES; i++) {
    begun++;
    put(&belts[0], 1);
  }
  return NULL;
}

static void *middle(void *argument) {
  const int self = (int)(long)argument;
  for (int i = 0; i < PIECES; i++) {
    const int piece = take(&belts[self - 1]);
    assert(piece == self);
    put(&belts[self], piece + 1);
  }
  return NULL;
}

static void *last(void *argument) {
  (void)argument;
  for (int i = 0; i < PIECES; i++) {
    const int piece = take(&belts[STAGES - 2]);
    assert(piece == STAGES - 1);
    finished++;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[STAGES];
  for (int i = 0; i < STAGES - 1; i++) {
    pthread_mutex_init(&belts[i].monitor, NULL);
    pthread_cond_init(&belts[i].changed, NULL);
  }
  for (long i = 0; i < STAGES; i++) {
    pthread_create(&threads[i], NULL, i == 0 ? first : i == STAGES - 1 ? last : middle, (void *)i);
  }
  for (int i = 0; i < STAGES; i++) pthread_join(threads[i], NULL);
  assert(finished == PIECES);
}
