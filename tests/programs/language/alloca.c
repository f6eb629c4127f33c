/* Memory from alloca must live until the function returns, not only until the end of the loop. */
#include <alloca.h>
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

static int sum(int n) {
  struct node *list = 0;
  for (int i = 1; i <= n; i++) {
    struct node *node = alloca(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
  }
  int total = 0;
  for (; list; list = list->next)
    total += list->value;
  return total;
}

int main(void) {
  assert(sum(4) == 10);
  assert(sum(2) == 3);
  return 0;
}
