// transaction.spc; transaction holds; writes holds; open: symbolic
#include "transaction.h"
int main(void) {
  for (;;) {
    begin_transaction();
    write_row(7);
    if (__VERIFIER_nondet_bool()) break;
    roll_back();
  }
  commit();
}
