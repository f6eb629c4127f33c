// safe; oracle
// Structures have no object in common.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *next;
};
int main(void) {
  static const size_t links[] = {offsetof(struct Node, next)};
  struct Node *one = clew_structure(sizeof *one, 2, links, 1, 0, "one");
  struct Node *other = clew_structure(sizeof *other, 2, links, 1, 0, "other");
  if (one && other) assert(one != other && one->next != other && (!one->next || one->next->next != other));
}
