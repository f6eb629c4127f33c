// transaction.spc; transaction holds; writes holds
#include "transaction.h"
static int try_once(void) {
  begin_transaction();
  write_row(7);
  if (__VERIFIER_nondet_uchar() < 100) {
    roll_back();
    return 0;
  }
  commit();
  return 1;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    if (try_once()) return 0;
  }
  return 1;
}
