// violated assert
// A word is found.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  assert(strcmp(s, "theta") != 0);
}
