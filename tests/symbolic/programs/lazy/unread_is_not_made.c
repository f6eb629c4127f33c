// safe
// Sixty-four nodes, of which the program looks at one.
#include <assert.h>
#include <clew.h>
struct Node {
  long value;
  struct Node *left, *right;
};
int main(void) {
  struct Node *root = clew_tree(struct Node, left, right, 64);
  struct Node copy = {0, 0, 0};
  if (root) copy = *root;
  assert(!root || copy.value == root->value);
}
