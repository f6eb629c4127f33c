// safe; oracle
// In a tree no two pointers lead to the same object.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *left, *right;
};
int main(void) {
  struct Node *root = clew_tree(struct Node, left, right, 3);
  if (!root || !root->left) return 0;
  assert(root->left != root->right && root->left != root && root->left->left != root);
}
