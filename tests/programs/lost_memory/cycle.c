/* Two objects point to each other, and nothing points to them. */
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

int main(void) {
  list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  list->next->next = list;
  list = 0;
  return 0;
}
