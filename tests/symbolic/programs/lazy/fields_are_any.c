// violated assert
// What a node holds is an input.
#include <assert.h>
#include <clew.h>
struct Node {
  int value;
  struct Node *next;
};
int main(void) {
  struct Node *head = clew_list(struct Node, next, 2);
  if (head && head->next) assert(head->value + 1u != head->next->value || head->value != 12345);
}
