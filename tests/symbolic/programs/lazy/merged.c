// safe; symbolic: --merge always
// Ways that come together look at a list.
#include <assert.h>
#include <clew.h>
struct Node {
  int value;
  struct Node *next;
};
int main(void) {
  struct Node *head = clew_list(struct Node, next, 3);
  int most = 0, x;
  clew_symbolic(&x, sizeof x, "x");
  struct Node *chosen = head;
  if (x > 3) chosen = head ? head->next : 0;
  for (struct Node *node = chosen; node; node = node->next) {
    if (node->value > most) most = node->value;
  }
  assert(most >= 0 && (!chosen || most >= chosen->value));
}
