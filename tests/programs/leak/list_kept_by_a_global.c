/* A global still leads to the list, which is not freed all the same. */
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  return 0;
}
