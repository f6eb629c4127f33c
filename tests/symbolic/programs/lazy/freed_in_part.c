// violated leak; oracle; options: --property=leak
// The last node is forgotten.
#include <clew.h>
#include <stdlib.h>
struct Node {
  struct Node *next;
};
int main(void) {
  struct Node *node = clew_list(struct Node, next, 2);
  if (!node) return 0;
  if (node->next && node->next->next) return 0;
  free(node);
}
