// safe; oracle
// Three bits hold what is left modulo 8, and the neighbours stay.
#include "inputs.h"
struct packed {
  unsigned first : 3, second : 5;
};
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  struct packed p = {0, 21};
  p.first = x;
  assert(p.first == x % 8 && p.second == 21);
}
