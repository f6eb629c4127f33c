// transaction.spc; transaction holds; writes holds
#include "transaction.h"
int main(void) {
  begin_transaction();
  write_row(1);
  if (__VERIFIER_nondet_bool()) commit();
  else roll_back();
}
