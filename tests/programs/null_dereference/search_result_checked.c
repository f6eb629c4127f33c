/* The result of the search is checked before it is used. */
#include <clew.h>
#include <stddef.h>

struct node {
  int key;
  int value;
  struct node *next;
};

static struct node second = {2, 20, NULL};
static struct node first = {1, 10, &second};

static struct node *find(int key) {
  for (struct node *node = &first; node; node = node->next)
    if (node->key == key)
      return node;
  return NULL;
}

int main(void) {
  struct node *node = find(1 + clew_choose(3));
  return node && node->value == 0;
}
