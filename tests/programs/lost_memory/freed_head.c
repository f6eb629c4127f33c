/* Freeing the head loses the rest: a pointer in freed memory leads nowhere. */
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

int main(void) {
  list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  list->next->next = 0;
  free(list);
  return 0;
}
