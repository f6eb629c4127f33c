// readers.spc; readers violated the writer is not alone
#include "readers.h"
int main(void) {
  begin_read();
  if (__VERIFIER_nondet_uchar() > 250) {
    begin_write();
    end_write();
  }
  end_read();
}
