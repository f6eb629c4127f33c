/* Generates every sorted linked list of up to NODES nodes, as tests for insert(). A candidate is any value of every
 * field: the first node, each node's element and successor, the size. Most candidates are not lists at all; the class
 * invariant, isList(), selects those that are (Visser, Pasareanu, Khurshid, Test Input Generation with Java PathFinder,
 * ISSTA 2004). Choose sizes with -DNODES= and -DELEMENTS=. */
#include <assert.h>
#include <clew.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef NODES
#define NODES 4
#endif
#ifndef ELEMENTS
#define ELEMENTS 2
#endif

typedef struct Node {
  int element;
  struct Node *next;
} Node;

typedef struct {
  Node *first;
  int size;
} List;

static Node nodes[NODES];
static Node spare; /* what is inserted */
static List list;

static bool isList(const List *list) {
  int size = 0;
  for (const Node *node = list->first; node != NULL; node = node->next) {
    if (++size > list->size) return false; /* too long, or a cycle */
    if (node->next != NULL && node->next->element < node->element) return false;
  }
  return size == list->size;
}

static void insert(List *list, Node *node) {
  Node **place = &list->first;
  while (*place != NULL && (*place)->element < node->element) place = &(*place)->next;
  node->next = *place;
  *place = node;
  list->size++;
}

static Node *anyNode(void) {
  const int choice = clew_choose(NODES + 1);
  return choice == NODES ? NULL : &nodes[choice];
}

int main(void) {
  list.first = anyNode();
  for (int i = 0; i < NODES; i++) {
    nodes[i].element = clew_choose(ELEMENTS);
    nodes[i].next = anyNode();
  }
  list.size = clew_choose(NODES + 1);
  if (!isList(&list)) return 0;
  spare.element = ELEMENTS / 2;
  insert(&list, &spare);
  assert(isList(&list));
}
