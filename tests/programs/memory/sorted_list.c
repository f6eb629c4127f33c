/* Values inserted in any order into a sorted list must come out sorted, and every node is freed once. */
#include <assert.h>
#include <clew.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void insert(struct node **list, int value) {
  while (*list && (*list)->value < value)
    list = &(*list)->next;
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = *list;
  *list = node;
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++)
    insert(&list, clew_choose(3));
  int last = -1;
  while (list) {
    struct node *node = list;
    assert(node->value >= last);
    last = node->value;
    list = node->next;
    free(node);
  }
  return 0;
}
