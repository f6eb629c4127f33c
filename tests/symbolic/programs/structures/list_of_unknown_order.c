// safe; oracle
// Three nodes are linked in an order that depends on the input.
#include "inputs.h"
struct node {
  int value;
  struct node* next;
};
int main(void) {
  struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
  struct node* head;
  if (__VERIFIER_nondet_bool()) {
    head = &a;
    a.next = &b;
    b.next = &c;
  } else {
    head = &c;
    c.next = &a;
    a.next = &b;
  }
  int sum = 0, count = 0;
  for (; head; head = head->next) {
    sum += head->value;
    count++;
  }
  assert(sum == 6 && count == 3);
}
