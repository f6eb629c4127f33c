// safe; oracle
// Less one way is more the other way.
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[2] = {(char)below(3), 0}, t[2] = {(char)below(3), 0};
  int there = strcmp(s, t), back = strcmp(t, s);
  assert((there < 0) == (back > 0) && (there == 0) == (back == 0));
}
