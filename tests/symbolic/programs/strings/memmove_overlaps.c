// safe; oracle
// A move by one place.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[6] = "abcde";
  int i = below(4);
  memmove(s + i + 1, s + i, 1);
  assert(s[i + 1] == s[i] && s[i] == 'a' + i);
}
