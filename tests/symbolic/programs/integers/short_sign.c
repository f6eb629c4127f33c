// safe; oracle
// A short is extended by its sign.
#include "inputs.h"
int main(void) {
  short x = __VERIFIER_nondet_short();
  int wide = x;
  assert(wide >= -32768 && wide <= 32767 && (wide < 0) == ((unsigned short)x >= 32768));
}
