// violated assert; oracle
// In a graph the last one may lead back to the first.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *next;
};
int main(void) {
  static const size_t links[] = {offsetof(struct Node, next)};
  struct Node *first = clew_structure(sizeof *first, 3, links, 1, 0, "ring");
  if (!first || !first->next || !first->next->next) return 0;
  assert(first->next == first || first->next->next != first);
}
