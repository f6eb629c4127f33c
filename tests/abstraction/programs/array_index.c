// safe
// The index of a ring buffer stays inside.
#include "inputs.h"
int main(void) {
  int buffer[8] = {0};
  unsigned head = 0;
  while (__VERIFIER_nondet_bool()) {
    buffer[head] = __VERIFIER_nondet_int();
    ++head;
    if (head == 8) head = 0;
  }
  return 0;
}
