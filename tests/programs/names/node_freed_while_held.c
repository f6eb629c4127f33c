// Each thread takes a node off a list and frees it, still holding the pointer; the node refers to the next one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *next;
  int value;
} Node;

static Node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int sum;

static void *take(void *argument) {
  pthread_mutex_lock(&lock);
  Node *node = list;
  list = node->next;
  pthread_mutex_unlock(&lock);
  sum += node->value;
  free(node);
  sum += node == NULL;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    Node *node = malloc(sizeof(Node));
    if (node == NULL) return 0;
    node->next = list;
    node->value = i + 1;
    list = node;
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(sum == 3 && list == NULL);
}
