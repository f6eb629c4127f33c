/* The lock-free stack with hazard pointers (Michael).

   Before a thread looks into a node it writes the node's address where all can see it, and makes sure
   that the node was still the head after that. Who takes a node frees it only when nobody's hazard
   pointer names it, and otherwise keeps it for later. The list of retired nodes has its own array: the
   `next` of a retired node may still be read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define THREADS 2
#define MOST_RETIRED 2

typedef struct Node {
  int value;
  struct Node *next;
} Node;

typedef struct Popper {
  _Atomic(Node *) hazard;
  Node *retired[MOST_RETIRED];
  int retired_count;
  int value;
} Popper;

static _Atomic(Node *) head;
static Popper poppers[THREADS];

static void push(int value) {
  Node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load(&head);
  while (!atomic_compare_exchange_weak(&head, &node->next, node)) {
  }
}

static bool is_hazard(const Node *node) {
  for (int i = 0; i < THREADS; i++) {
    if (atomic_load(&poppers[i].hazard) == node) {
      return true;
    }
  }
  return false;
}

static void free_retired(Popper *self) {
  int kept = 0;
  for (int i = 0; i < self->retired_count; i++) {
    if (is_hazard(self->retired[i])) {
      self->retired[kept++] = self->retired[i];
    } else {
      free(self->retired[i]);
    }
  }
  self->retired_count = kept;
}

static Node *protected_head(Popper *self) {
  for (;;) {
    Node *top = atomic_load(&head);
    atomic_store(&self->hazard, top);
    if (atomic_load(&head) == top) {
      return top;
    }
  }
}

static bool pop(Popper *self, int *value) {
  for (;;) {
    Node *top = protected_head(self);
    if (top == NULL) {
      return false;
    }
    Node *expected = top;
    if (atomic_compare_exchange_weak(&head, &expected, top->next)) {
      *value = top->value;
      atomic_store(&self->hazard, NULL);
      self->retired[self->retired_count++] = top;
      free_retired(self);
      return true;
    }
  }
}

static void *popper(void *argument) {
  Popper *self = argument;
  bool found = pop(self, &self->value);
  assert(found);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  push(1);
  push(2);
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&thread[i], NULL, popper, &poppers[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
  }
  assert(poppers[0].value + poppers[1].value == 3);
  for (int i = 0; i < THREADS; i++) {
    free_retired(&poppers[i]);
  }
  return 0;
}
