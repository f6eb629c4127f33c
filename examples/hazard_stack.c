/* A lock-free stack (Treiber): the head is replaced by compare-and-swap.

   The bug: pop() frees the node that it has taken. Another thread may have read the same head, and
   still has to look at its `next`. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define THREADS 2

typedef struct Node {
  int value;
  struct Node *next;
} Node;

static _Atomic(Node *) head;

static void push(int value) {
  Node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load(&head);
  while (!atomic_compare_exchange_weak(&head, &node->next, node)) {
  }
}

static bool pop(int *value) {
  Node *top = atomic_load(&head);
  while (top != NULL) {
    Node *next = top->next;
    if (atomic_compare_exchange_weak(&head, &top, next)) {
      *value = top->value;
      free(top);
      return true;
    }
  }
  return false;
}

static void *popper(void *value) {
  bool found = pop(value);
  assert(found);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  int value[THREADS];
  push(1);
  push(2);
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&thread[i], NULL, popper, &value[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
  }
  assert(value[0] + value[1] == 3);
  return 0;
}
