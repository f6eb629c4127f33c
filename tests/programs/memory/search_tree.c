/* A search tree of three chosen values must hold each of them, and each node is freed once. */
#include <assert.h>
#include <clew.h>
#include <stdlib.h>

struct tree {
  int value;
  struct tree *child[2];
};

static struct tree *insert(struct tree *tree, int value) {
  if (!tree) {
    tree = calloc(1, sizeof *tree);
    tree->value = value;
  } else if (value != tree->value) {
    int side = value > tree->value;
    tree->child[side] = insert(tree->child[side], value);
  }
  return tree;
}

static int contains(const struct tree *tree, int value) {
  while (tree && tree->value != value)
    tree = tree->child[value > tree->value];
  return tree != 0;
}

static void destroy(struct tree *tree) {
  if (tree) {
    destroy(tree->child[0]);
    destroy(tree->child[1]);
    free(tree);
  }
}

int main(void) {
  int values[3];
  struct tree *root = 0;
  for (int i = 0; i < 3; i++) {
    values[i] = clew_choose(4);
    root = insert(root, values[i]);
  }
  for (int i = 0; i < 3; i++)
    assert(contains(root, values[i]));
  destroy(root);
  return 0;
}
