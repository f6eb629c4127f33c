// violated assert
// Only the first two characters are compared.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  if (strncmp(s, "abc", 2) == 0) assert(s[2] == 'c');
}
