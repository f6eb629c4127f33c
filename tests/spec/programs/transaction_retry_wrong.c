// transaction.spc; transaction violated ended but not begun; writes holds; open: symbolic
#include "transaction.h"
int main(void) {
  int done = 0;
  while (!done) {
    begin_transaction();
    write_row(7);
    if (__VERIFIER_nondet_bool()) done = 1;
    else roll_back();
    if (__VERIFIER_nondet_bool()) break;
  }
  commit();
}
