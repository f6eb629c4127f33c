// safe; options: --uninitialized input
// A buffer of which only what was written is read.
#include <assert.h>
#include <string.h>
int main(void) {
  char buffer[512];
  strcpy(buffer, "abc");
  assert(strlen(buffer) == 3);
}
