// violated assert; oracle
// A pointer of a structure is taken out by an atomic exchange.
#include <assert.h>
#include <clew.h>
struct Node {
  struct Node *next;
};
int main(void) {
  struct Node *head = clew_list(struct Node, next, 2);
  if (!head) return 0;
  struct Node *taken = __atomic_exchange_n(&head->next, (struct Node *)0, __ATOMIC_SEQ_CST);
  assert(head->next == 0);
  struct Node *expected = 0;
  assert(__atomic_compare_exchange_n(&head->next, &expected, taken, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(!head->next);
}
