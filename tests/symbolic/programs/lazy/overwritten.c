// safe; oracle
// A pointer that was set before it was read is what it was set to.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *next;
};
int main(void) {
  struct Node *head = clew_list(struct Node, next, 2);
  if (!head) return 0;
  head->next = head;
  assert(head->next->next == head);
}
