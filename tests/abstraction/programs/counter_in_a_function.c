// safe
// What is true at a call must be known where the function begins, and behind it: the sum is twice the count.
#include "inputs.h"
static unsigned count, sum;
static void add(unsigned much) { sum += much; }
static void step(void) {
  count++;
  add(2);
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (count == 1000) break;
    step();
  }
  assert(sum == 2 * count);
}
