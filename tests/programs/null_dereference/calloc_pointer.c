/* calloc makes the pointers in the object null, so the one that was not set must not be followed. */
#include <stdlib.h>

struct tree {
  int value;
  struct tree *left, *right;
};

int main(void) {
  struct tree *root = calloc(1, sizeof *root);
  root->left = calloc(1, sizeof *root);
  root->left->value = 1;
  root->right->value = 2;
  return 0;
}
