// safe
// The bytes of an int are those of the other member.
#include "inputs.h"
union word {
  unsigned whole;
  unsigned char bytes[4];
};
int main(void) {
  union word w;
  w.whole = __VERIFIER_nondet_uint();
  assert(w.bytes[0] == (w.whole & 255) && w.bytes[3] == w.whole >> 24);
}
