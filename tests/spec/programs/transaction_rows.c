// transaction.spc; transaction holds; writes holds; open: explicit symbolic
#include "transaction.h"
int main(void) {
  int rows = __VERIFIER_nondet_int(), isInside = 0;
  for (int i = 0; i < rows; i++) {
    if (!isInside) begin_transaction();
    isInside = 1;
    write_row(i);
  }
  if (isInside) commit();
}
