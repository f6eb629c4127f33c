// violated assert; oracle
// Bytes before, between and behind pointers.
#include <assert.h>
#include <clew.h>
#pragma pack(push, 1)
struct Node {
  struct Node *left;
  unsigned char value;
  struct Node *right;
};
#pragma pack(pop)
int main(void) {
  struct Node *root = clew_tree(struct Node, left, right, 1);
  if (root) assert(root->value != 200);
}
