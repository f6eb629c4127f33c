// violated assert; oracle
// Three exclusive ors of a variable with itself leave zero.
#include "inputs.h"
static void swap(unsigned char* a, unsigned char* b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
int main(void) {
  unsigned char x = below(16), before = x;
  swap(&x, &x);
  assert(x == before);
}
