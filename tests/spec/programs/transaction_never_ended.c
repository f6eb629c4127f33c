// transaction.spc; transaction violated never ended; writes holds
#include "transaction.h"
int main(void) {
  begin_transaction();
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_uchar() == i) return i;
    write_row(i);
  }
  commit();
}
