// safe; oracle
// A list in the heap.
#include <stdlib.h>

#include "inputs.h"
struct node {
  int value;
  struct node* next;
};
int main(void) {
  struct node* head = 0;
  int n = below(5), sum = 0;
  for (int i = 0; i < n; i++) {
    struct node* node = malloc(sizeof *node);
    if (!node) return 0;
    *node = (struct node){i, head};
    head = node;
  }
  while (head) {
    struct node* next = head->next;
    sum += head->value;
    free(head);
    head = next;
  }
  assert(2 * sum == n * (n - 1));
}
