// transaction.spc; transaction violated nested; writes holds
#include "transaction.h"
static void store(int row) {
  begin_transaction();
  write_row(row);
  commit();
}
int main(void) {
  store(1);
  begin_transaction();
  store(2);
}
