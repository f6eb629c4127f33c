// violated assert
// A string of four.
#include <clew.h>
#include <string.h>

#include "inputs.h"
int main(void) {
  char s[5];
  clew_symbolic(s, sizeof s, "s");
  s[4] = 0;
  assert(strcmp(s, "clew") != 0);
}
