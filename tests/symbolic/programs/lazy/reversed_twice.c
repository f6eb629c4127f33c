// safe
// A list that was reversed twice is as it was.
#include <assert.h>
#include <clew.h>
struct Node {
  int value;
  struct Node *next;
};
static struct Node *reversed(struct Node *node) {
  struct Node *done = 0;
  while (node) {
    struct Node *next = node->next;
    node->next = done;
    done = node;
    node = next;
  }
  return done;
}
int main(void) {
  struct Node *head = clew_list(struct Node, next, 5);
  struct Node *second = head ? head->next : 0;
  struct Node *again = reversed(reversed(head));
  assert(again == head && (!again || again->next == second));
}
