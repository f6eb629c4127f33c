// exit_status.spc; exit_status holds
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_uchar() & 6;
  exit(x);
}
