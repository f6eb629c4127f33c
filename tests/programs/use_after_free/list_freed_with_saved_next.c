/* The next pointer is read before the node is freed. */
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  for (struct node *node = list, *next; node; node = next) {
    next = node->next;
    free(node);
  }
  return 0;
}
