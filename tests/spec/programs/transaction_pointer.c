// transaction.spc; transaction holds; writes holds
#include "transaction.h"
int main(void) {
  void (*const ends[2])(void) = {commit, roll_back};
  for (int i = 0; i < 3; i++) {
    begin_transaction();
    write_row(i);
    ends[__VERIFIER_nondet_bool()]();
  }
}
