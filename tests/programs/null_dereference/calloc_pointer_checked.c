/* The recursion stops at the null pointers that calloc left in the leaves. */
#include <assert.h>
#include <stdlib.h>

struct tree {
  int value;
  struct tree *left, *right;
};

static int sum(const struct tree *tree) {
  return tree ? tree->value + sum(tree->left) + sum(tree->right) : 0;
}

int main(void) {
  struct tree *root = calloc(1, sizeof *root);
  root->left = calloc(1, sizeof *root);
  root->left->value = 1;
  assert(sum(root) == 1);
  free(root->left);
  free(root);
  return 0;
}
