// violated out-of-bounds; oracle
// What is printed is read, too.
#include "inputs.h"
#include <unistd.h>
int main(void) {
  char text[4] = "abc";
  return write(1, text, below(6)) < 0;
}
