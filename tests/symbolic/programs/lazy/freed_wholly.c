// safe; oracle; options: --property=all
// A list that is freed to its end leaves nothing.
#include <clew.h>
#include <stdlib.h>
struct Node {
  struct Node *next;
};
int main(void) {
  struct Node *node = clew_list(struct Node, next, 3);
  while (node) {
    struct Node *next = node->next;
    free(node);
    node = next;
  }
}
