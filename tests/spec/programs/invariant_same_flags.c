// transaction.spc; transaction holds; writes holds; open: symbolic
#include "transaction.h"
int main(void) {
  int wanted = 0, inside = 0;
  while (__VERIFIER_nondet_bool()) {
    wanted = __VERIFIER_nondet_bool();
    if (wanted && !inside) begin_transaction(), inside = 1;
    if (wanted) write_row(1);
    if (!wanted && inside) commit(), inside = 0;
  }
  if (inside) roll_back();
}
