// safe
// The length of a string with unknown characters.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
  s[4] = 0;
  size_t n = strlen(s);
  assert(n <= 4 && s[n] == 0);
}
