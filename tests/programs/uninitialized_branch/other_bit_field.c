/* Setting one bit-field does not set its neighbour in the same byte. */
#include <stdlib.h>

struct flags {
  unsigned open : 1;
  unsigned dirty : 1;
  unsigned level : 6;
};

int main(void) {
  struct flags *flags = malloc(sizeof *flags);
  flags->open = 1;
  flags->level = 3;
  if (flags->dirty)
    return 1;
  return 0;
}
