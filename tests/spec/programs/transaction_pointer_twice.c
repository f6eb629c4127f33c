// transaction.spc; transaction violated ended but not begun; writes holds
#include "transaction.h"
static void finish(void (*end)(void), int times) {
  for (int i = 0; i < times; i++) end();
}
int main(void) {
  begin_transaction();
  finish(__VERIFIER_nondet_bool() ? commit : roll_back, 1 + (__VERIFIER_nondet_uchar() == 3));
}
