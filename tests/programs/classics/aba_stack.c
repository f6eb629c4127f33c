/* A lock-free stack: no node may be taken and on the stack, but a pop that sees the same top again trusts a stale next. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kNone = 0 };
/* Nodes are numbers; the stack is 1, 2. */
static atomic_int next[3] = {kNone, 2, kNone};
static atomic_int top = 1;

static int pop(void) {
  for (;;) {
    int node = atomic_load(&top);
    if (node == kNone)
      return kNone;
    int below = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &node, below))
      return node;
  }
}

static void push(int node) {
  int below = atomic_load(&top);
  do
    atomic_store(&next[node], below);
  while (!atomic_compare_exchange_strong(&top, &below, node));
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
  int left = atomic_load(&top);
  assert(left == kNone || (left != theirs && left != mine));
  return 0;
}
