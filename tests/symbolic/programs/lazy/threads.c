// violated data-race
// Two threads write to what may be the same object.
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
  static const size_t links[] = {offsetof(struct Node, next)};
  pthread_t thread;
  head = clew_structure(sizeof *head, 2, links, 1, 0, "graph");
  if (!head || !head->next) return 0;
  second = head->next;
  pthread_create(&thread, 0, work, 0);
  head->value = 2;
  pthread_join(thread, 0);
}
