/* A ring of N nodes that elects a leader for ever, by Chang and Roberts: each sends its identity on, passes larger ones
 * on and swallows smaller ones; whose own comes back is the leader and says so to all, after which everybody begins
 * anew. A link between two nodes holds one message; who sends polls until it is empty, who receives until it is not.
 * Visible steps are the accesses to the links and to `leaders`. election.pml is the same system in Promela. Choose
 * the number of nodes with -DN=. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 3
#endif
#define ELECTED (N + 1)

static atomic_int links[N]; /* the message for each node; 0: none */
static atomic_int leaders;  /* how many think that they lead */

static void send(int node, int message) {
  while (atomic_load(&links[node]) != 0) {
  }
  atomic_store(&links[node], message);
}

static int receive(int node) {
  int message;
  while ((message = atomic_exchange(&links[node], 0)) == 0) {
  }
  return message;
}

static void *node(void *argument) {
  const int self = (int)(long)argument;
  const int next = (self + 1) % N;
  const int own = N - self;
  for (;;) {
    bool leads = false;
    send(next, own);
    for (;;) {
      const int message = receive(self);
      if (message == own) {
        const int others = atomic_fetch_add(&leaders, 1);
        assert(others == 0);
        leads = true;
        send(next, ELECTED);
      } else if (message == ELECTED && leads) {
        atomic_store(&leaders, 0);
        break;
      } else if (message > own) {
        send(next, message);
        if (message == ELECTED) break;
      }
    }
  }
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, node, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
