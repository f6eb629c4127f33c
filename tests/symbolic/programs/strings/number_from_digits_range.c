// safe
// And never more than 999.
#include "inputs.h"
int main(void) {
  char s[4];
  int value = 0;
  for (int i = 0; i < 3; i++) {
    s[i] = __VERIFIER_nondet_char();
    __VERIFIER_assume(s[i] >= '0' && s[i] <= '9');
    value = 10 * value + (s[i] - '0');
  }
  assert(value >= 0 && value <= 999);
}
