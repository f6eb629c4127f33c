// safe; oracle
// No list has more nodes than were asked for.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *next;
};
int main(void) {
  int length = 0;
  for (struct Node *node = clew_list(struct Node, next, 3); node; node = node->next) ++length;
  assert(length <= 3);
}
