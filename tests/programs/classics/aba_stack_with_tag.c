/* A lock-free stack: no node may be on the stack and taken, because every change of the top also changes its tag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kNone = 0 };
/* Nodes are numbers; the stack is 1, 2. The top is tag * 4 + node. */
static atomic_int next[3] = {kNone, 2, kNone};
static atomic_int top = 1;

static int pop(void) {
  for (;;) {
    int tagged = atomic_load(&top);
    int node = tagged % 4;
    if (node == kNone)
      return kNone;
    int below = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &tagged, (tagged / 4 + 1) * 4 + below))
      return node;
  }
}

static void push(int node) {
  int tagged = atomic_load(&top);
  do
    atomic_store(&next[node], tagged % 4);
  while (!atomic_compare_exchange_strong(&top, &tagged, (tagged / 4 + 1) * 4 + node));
}

static void *pop_one(void *taken) {
  *(int *)taken = pop();
  return 0;
}

int main(void) {
  pthread_t thread;
  int theirs, mine;
  pthread_create(&thread, 0, pop_one, &theirs);
  int first = pop();
  mine = pop();
  if (first != kNone)
    push(first);
  pthread_join(thread, 0);
  int left = atomic_load(&top) % 4;
  assert(left == kNone || (left != theirs && left != mine));
  return 0;
}
