// unknown; options: --property=leak
// What was never looked at may leak.
#include <clew.h>
#include <stdlib.h>
struct Node {
  struct Node *next;
};
int main(void) { free(clew_list(struct Node, next, 2)); }
