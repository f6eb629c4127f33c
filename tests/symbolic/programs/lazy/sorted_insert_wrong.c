// violated assert
// The new node goes behind one that is greater.
#include <assert.h>
#include <clew.h>
struct Node {
  int value;
  struct Node *next;
};
static int isSorted(struct Node *node) {
  for (; node && node->next; node = node->next) {
    if (node->value > node->next->value) return 0;
  }
  return 1;
}
int main(void) {
  struct Node *head = clew_list(struct Node, next, 4);
  struct Node made = {0, 0};
  clew_symbolic(&made.value, sizeof made.value, "value");
  clew_assume(isSorted(head));
  if (!head) return 0;
  struct Node *place = head;
  while (place->next && place->next->value < made.value) place = place->next;
  made.next = place->next;
  place->next = &made;
  assert(isSorted(head));
}
