// safe
// Four equal bytes are a product.
#include <string.h>

#include "inputs.h"
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned word;
  memset(&word, x, sizeof word);
  assert(word == x * 0x01010101u);
}
