// sleeping.spc; sleeping holds; interrupts holds
#include "sleeping.h"
static int depth;
static void outer_disable(void) {
  if (depth++ == 0) disable();
}
static void outer_enable(void) {
  if (--depth == 0) enable();
}
int main(void) {
  int n = __VERIFIER_nondet_uchar() & 7;
  for (int i = 0; i <= n; i++) outer_disable();
  allocate(3, NOW);
  for (int i = 0; i <= n; i++) outer_enable();
  allocate(3, WAIT);
}
