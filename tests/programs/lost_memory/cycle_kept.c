/* One pointer into a cycle keeps all of it. */
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

int main(void) {
  list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  list->next->next = list;
  return 0;
}
