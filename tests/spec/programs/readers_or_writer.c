// readers.spc; readers holds; open: symbolic
#include "readers.h"
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      begin_read();
      if (__VERIFIER_nondet_bool()) {
        begin_read();
        end_read();
      }
      end_read();
    } else {
      begin_write();
      end_write();
    }
  }
}
