/* A list on the heap that is built, reversed and freed: its names are free again afterwards. */
#include <assert.h>
#include <stdlib.h>

struct node { struct node *next; int value; };

int main(void) {
  for (int round = 0; round < 20; round++) {
    struct node *list = NULL;
    for (int i = 0; i < 100; i++) {
      struct node *node = malloc(sizeof *node);
      if (!node) return 1;
      *node = (struct node){list, i};
      list = node;
    }
    struct node *reversed = NULL;
    while (list) {
      struct node *next = list->next;
      list->next = reversed, reversed = list, list = next;
    }
    int expected = 0;
    while (reversed) {
      struct node *next = reversed->next;
      assert(reversed->value == expected++);
      free(reversed);
      reversed = next;
    }
    assert(expected == 100);
  }
  return 0;
}
