// safe; oracle
// No more than there is.
#include "inputs.h"
#include <unistd.h>
int main(void) {
  char text[4] = "abc";
  return write(1, text, below(5)) < 0;
}
