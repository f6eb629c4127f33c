// safe; oracle
// The first place of an unknown character.
#include <string.h>

#include "inputs.h"
int main(void) {
  const char* s = "abcab";
  char wanted = (char)('a' + below(4));
  const char* found = strchr(s, wanted);
  assert(wanted == 'd' ? !found : found - s == wanted - 'a');
}
