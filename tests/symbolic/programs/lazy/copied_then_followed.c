// safe; oracle
// A pointer that was copied before it was followed leads where its original leads.
#include <assert.h>
#include <clew.h>
#include <string.h>
struct Node {
  struct Node *next;
};
int main(void) {
  struct Node *head = clew_list(struct Node, next, 2);
  if (!head) return 0;
  struct Node copy;
  memcpy(&copy, head, sizeof copy);
  struct Node *one = copy.next;
  struct Node *other = head->next;
  assert(one == other);
  if (one) assert(one->next == 0 && other->next == 0);
}
