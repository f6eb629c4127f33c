// violated assert; oracle
// In a graph two pointers may lead to the same object.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *left, *right;
};
int main(void) {
  static const size_t links[] = {offsetof(struct Node, left), offsetof(struct Node, right)};
  struct Node *root = clew_structure(sizeof *root, 2, links, 2, 0, "graph");
  if (!root || !root->left || root->left == root) return 0;
  assert(root->left != root->right);
}
