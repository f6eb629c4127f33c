// violated assert; oracle
// A tree of three may be a list.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *left, *right;
};
static int height(struct Node *node) {
  if (!node) return 0;
  int left = height(node->left);
  int right = height(node->right);
  return 1 + (left > right ? left : right);
}
int main(void) { assert(height(clew_tree(struct Node, left, right, 3)) <= 2); }
