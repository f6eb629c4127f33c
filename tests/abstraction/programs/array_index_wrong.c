// violated out-of-bounds
// The index is set back too late.
#include "inputs.h"
int main(void) {
  int buffer[8] = {0};
  unsigned head = 0;
  while (__VERIFIER_nondet_bool()) {
    buffer[head] = 1;
    ++head;
    if (head == 9) head = 0;
  }
  return 0;
}
