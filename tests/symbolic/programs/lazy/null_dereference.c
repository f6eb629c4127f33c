// violated null-dereference; oracle
// A list may be empty.
#include <clew.h>
struct Node {
  struct Node *next;
};
int main(void) { return clew_list(struct Node, next, 2)->next != 0; }
