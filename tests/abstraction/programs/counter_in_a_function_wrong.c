// violated assert
// One of the calls adds too much, which is seen in the second round.
#include "inputs.h"
static unsigned count, sum;
static void add(unsigned much) { sum += much; }
static void step(void) {
  count++;
  add(count == 2 ? 3 : 2);
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (count == 1000) break;
    step();
  }
  assert(sum == 2 * count);
}
