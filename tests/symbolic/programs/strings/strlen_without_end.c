// violated out-of-bounds
// A string whose end is not always there.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[3];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
  return (int)strlen(s);
}
