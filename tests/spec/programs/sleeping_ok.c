// sleeping.spc; sleeping holds; interrupts holds
#include "sleeping.h"
int main(void) {
  char *p = allocate(4, WAIT);
  disable();
  char *q = allocate(4, NOW);
  enable();
  return p == q ? 0 : 1;
}
