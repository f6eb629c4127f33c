/* The next pointer must be read before the node is freed, but the loop header reads it after. */
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
  for (struct node *node = list; node; node = node->next)
    free(node);
  return 0;
}
