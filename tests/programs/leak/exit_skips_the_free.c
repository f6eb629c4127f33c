/* The early exit forgets the object. */
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int *cell = malloc(sizeof *cell);
  if (__VERIFIER_nondet_uchar() == 9) exit(0);
  free(cell);
  return 0;
}
