// transaction.spc; transaction holds; writes violated written outside
#include "transaction.h"
int main(void) {
  begin_transaction();
  write_row(1);
  if (__VERIFIER_nondet_bool()) {
    roll_back();
    write_row(2);
    return 1;
  }
  commit();
}
