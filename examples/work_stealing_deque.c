/* The work-stealing deque of Chase and Lev: its owner pushes and pops at the bottom, thieves steal at
   the top.

   The bug: when one task is left, pop() moves `top` with a store, since the task is the owner's. But a
   thief that has read `top` before may be about to move it, too, and then both run the task. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4
#define TASKS 2
#define NOTHING (-1)

typedef struct Deque {
  atomic_long top;
  atomic_long bottom;
  atomic_int tasks[SIZE];
} Deque;

static Deque deque;
static atomic_int runs[TASKS];

static void push(Deque *d, int task) {
  long bottom = atomic_load(&d->bottom);
  atomic_store(&d->tasks[bottom % SIZE], task);
  atomic_store(&d->bottom, bottom + 1);
}

static int pop(Deque *d) {
  long bottom = atomic_load(&d->bottom) - 1;
  atomic_store(&d->bottom, bottom);
  long top = atomic_load(&d->top);
  if (top > bottom) { /* it was empty */
    atomic_store(&d->bottom, bottom + 1);
    return NOTHING;
  }
  int task = atomic_load(&d->tasks[bottom % SIZE]);
  if (top == bottom) { /* this is the last one */
    atomic_store(&d->top, top + 1);
    atomic_store(&d->bottom, bottom + 1);
  }
  return task;
}

static int steal(Deque *d) {
  long top = atomic_load(&d->top);
  if (top >= atomic_load(&d->bottom)) {
    return NOTHING;
  }
  int task = atomic_load(&d->tasks[top % SIZE]);
  return atomic_compare_exchange_strong(&d->top, &top, top + 1) ? task : NOTHING;
}

static void run(int task) {
  int earlier = atomic_fetch_add(&runs[task], 1);
  assert(earlier == 0);
}

static void *thief(void *unused) {
  int task = steal(&deque);
  if (task != NOTHING) {
    run(task);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thief, NULL);
  for (int task = 0; task < TASKS; task++) {
    push(&deque, task);
  }
  for (int task; (task = pop(&deque)) != NOTHING;) {
    run(task);
  }
  pthread_join(thread, NULL);
  for (int task = 0; task < TASKS; task++) {
    assert(atomic_load(&runs[task]) == 1);
  }
  return 0;
}
