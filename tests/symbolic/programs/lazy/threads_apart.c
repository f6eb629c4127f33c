// safe
// In a list they are not the same.
#include <clew.h>
#include <pthread.h>
struct Node {
  int value;
  struct Node *next;
};
static struct Node *head, *second;
static void *work(void *unused) {
  second->value = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  head = clew_list(struct Node, next, 2);
  if (!head || !head->next) return 0;
  second = head->next;
  pthread_create(&thread, 0, work, 0);
  head->value = 2;
  pthread_join(thread, 0);
}
