// safe
// A key that was found in a search tree lies between its neighbours.
#include <assert.h>
#include <clew.h>
struct Node {
  int key;
  struct Node *left, *right;
};
static int isOrdered(struct Node *node, long low, long high) {
  if (!node) return 1;
  if (node->key <= low || node->key >= high) return 0;
  return isOrdered(node->left, low, node->key) && isOrdered(node->right, node->key, high);
}
int main(void) {
  struct Node *root = clew_tree(struct Node, left, right, 3);
  clew_assume(isOrdered(root, -3000000000L, 3000000000L));
  if (root && root->left && root->right) assert(root->left->key < root->right->key);
}
