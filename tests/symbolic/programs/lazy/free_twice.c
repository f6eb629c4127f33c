// violated double-free; oracle
// Both pointers of a graph may lead to the same object.
#include <clew.h>
#include <stdlib.h>
struct Node {
  struct Node *left, *right;
};
int main(void) {
  static const size_t links[] = {offsetof(struct Node, left), offsetof(struct Node, right)};
  struct Node *root = clew_structure(sizeof *root, 3, links, 2, 0, "graph");
  if (!root) return 0;
  struct Node *left = root->left, *right = root->right;
  if (left != root) free(left);
  if (right != root) free(right);
  free(root);
}
