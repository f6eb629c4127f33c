// violated assert
// It may be three.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
  s[4] = 0;
  assert(strlen(s) != 3);
}
