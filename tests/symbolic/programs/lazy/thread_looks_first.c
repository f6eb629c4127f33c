// violated assert
// Threads look at a list that nobody has looked at before.
#include <assert.h>
#include <clew.h>
#include <pthread.h>
struct Node {
  int value;
  struct Node *next;
};
static struct Node *head;
static int sum;
static void *work(void *unused) {
  for (struct Node *node = head; node; node = node->next) __atomic_fetch_add(&sum, node->value & 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t one, other;
  head = clew_list(struct Node, next, 2);
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(sum < 4);
}
