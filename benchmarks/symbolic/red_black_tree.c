/* A red-black tree, a map from integers to integers, on a root k1 with a red left child k2 < k1, both unknown.

   Figure 11, "Red-black tree (safe)": put, remove, get and firstKey with unknown keys. Before and after, the tree must
   be well connected (children know their parents), ordered, without a red child of a red node, and with as many black
   nodes on every way down: safe. -DUNSAFE leaves out what restores the colours after a removal: violated. */
#include <limits.h>
#include <stdlib.h>

#include "inputs.h"

enum colour {
  RED,
  BLACK
};

struct node {
  int key, value;
  enum colour colour;
  struct node *parent, *child[2]; /* smaller keys, larger keys */
};

static struct node* root;

static enum colour colour_of(const struct node* node) { return node ? node->colour : BLACK; }

static int side_of(const struct node* node) { return node == node->parent->child[1]; }

/* Puts `node`, which may be none, where `old` is. */
static void replace(const struct node* old, struct node* node) {
  if (!old->parent)
    root = node;
  else
    old->parent->child[side_of(old)] = node;
  if (node) node->parent = old->parent;
}

/* The child at the other side goes up, `node` goes down to `side`. */
static void rotate(struct node* node, int side) {
  struct node* up = node->child[!side];
  replace(node, up);
  node->child[!side] = up->child[side];
  if (up->child[side]) up->child[side]->parent = node;
  up->child[side] = node;
  node->parent = up;
}

static void repair_after_put(struct node* node) {
  while (node->parent && node->parent->colour == RED) {
    struct node *parent = node->parent, *grandparent = parent->parent;
    int side = side_of(parent);
    struct node* uncle = grandparent->child[!side];
    if (colour_of(uncle) == RED) {
      parent->colour = uncle->colour = BLACK;
      grandparent->colour = RED;
      node = grandparent;
      continue;
    }
    if (side_of(node) != side) {
      rotate(parent, side);
      parent = node;
    }
    parent->colour = BLACK;
    grandparent->colour = RED;
    rotate(grandparent, !side);
    break;
  }
  root->colour = BLACK;
}

static void put(int key, int value) {
  struct node *parent = 0, **place = &root;
  while (*place) {
    parent = *place;
    if (parent->key == key) {
      parent->value = value;
      return;
    }
    place = &parent->child[key > parent->key];
  }
  struct node* node = malloc(sizeof *node);
  if (!node) abort();
  *node = (struct node){key, value, RED, parent, {0, 0}};
  *place = node;
  repair_after_put(node);
}

/* The child of `parent` at `side`, which may be none, has a black node too few on every way through it. */
static void repair_after_remove(struct node* parent, int side) {
  while (parent && colour_of(parent->child[side]) == BLACK) {
    struct node* sibling = parent->child[!side];
    if (sibling->colour == RED) {
      sibling->colour = BLACK;
      parent->colour = RED;
      rotate(parent, side);
      sibling = parent->child[!side];
    }
    if (colour_of(sibling->child[0]) == BLACK && colour_of(sibling->child[1]) == BLACK) {
      sibling->colour = RED;
      if (!parent->parent || parent->colour == RED) {
        parent->colour = BLACK;
        return;
      }
      side = side_of(parent);
      parent = parent->parent;
      continue;
    }
    if (colour_of(sibling->child[!side]) == BLACK) {
      sibling->child[side]->colour = BLACK;
      sibling->colour = RED;
      rotate(sibling, !side);
      sibling = parent->child[!side];
    }
    sibling->colour = parent->colour;
    parent->colour = sibling->child[!side]->colour = BLACK;
    rotate(parent, side);
    return;
  }
  if (parent)
    parent->child[side]->colour = BLACK;
  else if (root)
    root->colour = BLACK;
}

static struct node* find(int key) {
  struct node* node = root;
  while (node && node->key != key) node = node->child[key > node->key];
  return node;
}

static const struct node* first(void) {
  const struct node* node = root;
  while (node && node->child[0]) node = node->child[0];
  return node;
}

static void remove_key(int key) {
  struct node* node = find(key);
  if (!node) return;
  if (node->child[0] && node->child[1]) {
    struct node* next = node->child[1];
    while (next->child[0]) next = next->child[0];
    node->key = next->key;
    node->value = next->value;
    node = next;
  }
  struct node *child = node->child[!node->child[0]], *parent = node->parent;
  int side = parent ? side_of(node) : 0;
  replace(node, child);
#ifndef UNSAFE
  if (node->colour == BLACK) repair_after_remove(parent, side);
#else
  (void)repair_after_remove;
  (void)side;
#endif
  free(node);
}

/* The number of black nodes on every way down from here; keys are between the two. */
static int checked(const struct node* node, const struct node* parent, long long above, long long below) {
  if (!node) return 0;
  assert(node->parent == parent);
  assert(node->key > above && node->key < below);
  assert(node->colour == BLACK || colour_of(parent) == BLACK);
  int left = checked(node->child[0], node, above, node->key);
  int right = checked(node->child[1], node, node->key, below);
  assert(left == right);
  return left + (node->colour == BLACK);
}

static void check(void) {
  assert(colour_of(root) == BLACK);
  checked(root, 0, LLONG_MIN, LLONG_MAX);
}

int main(void) {
  int k1 = __VERIFIER_nondet_int(), k2 = __VERIFIER_nondet_int();
  __VERIFIER_assume(k1 > k2);
  put(k1, 1);
  put(k2, 2);
  check();

  int added = __VERIFIER_nondet_int();
  put(added, 3);
  check();

  int removed = __VERIFIER_nondet_int();
  remove_key(removed);
  check();

  int wanted = __VERIFIER_nondet_int();
  const struct node* found = find(wanted);
  if (wanted == removed)
    assert(!found);
  else if (wanted == added)
    assert(found && found->value == 3);
  else
    assert(!found == (wanted != k1 && wanted != k2));

  const struct node* least = first();
  assert(least && (!found || least->key <= wanted));

  while (root) remove_key(root->key);
  return 0;
}
