// safe; oracle
// toupper looks into a table.
#include <ctype.h>

#include "inputs.h"
int main(void) {
  int c = 'a' + below(26);
  assert(toupper(c) == c - 'a' + 'A' && isalpha(c));
}
