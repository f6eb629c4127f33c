// safe
// Members of a structure.
#include "inputs.h"
struct queue {
  unsigned length, most;
};
int main(void) {
  struct queue queue = {0, 8};
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool() && queue.length < queue.most) ++queue.length;
    if (__VERIFIER_nondet_bool() && queue.length > 0) --queue.length;
  }
  assert(queue.length <= 8);
}
