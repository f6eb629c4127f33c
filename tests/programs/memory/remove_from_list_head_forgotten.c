/* The list must not keep a freed node; removing the first one does not move the head. */
#include <clew.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *head;

static void remove_value(int value) {
  struct node *previous = 0;
  for (struct node *node = head; node; previous = node, node = node->next)
    if (node->value == value) {
      if (previous)
        previous->next = node->next;
      free(node);
      return;
    }
}

int main(void) {
  for (int i = 2; i >= 0; i--) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = head;
    head = node;
  }
  remove_value(clew_choose(3));
  int sum = 0;
  for (struct node *node = head; node; node = node->next)
    sum += node->value;
  return sum > 100;
}
