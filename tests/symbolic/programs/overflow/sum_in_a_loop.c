// violated signed-overflow
// Two of three summands may be large.
#include "inputs.h"
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x < 1073741825);
    sum += x;
  }
  return sum < 0;
}
