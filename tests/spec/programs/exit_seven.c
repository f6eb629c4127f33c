// exit_status.spc; exit_status violated seven
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar() & 15;
  if (x > 4) exit(x);
  return 0;
}
