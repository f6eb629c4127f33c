/* The bit-fields that are branched on were set; the bits around them were not and do not matter. */
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
  if (!flags->open)
    return 1;
  if (flags->level != 3)
    return 2;
  free(flags);
  return 0;
}
