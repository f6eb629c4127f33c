// safe
// The program ends before it fails.
#include <stdlib.h>

#include "inputs.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) exit(0);
  if (x > 4) reach_error();
}
