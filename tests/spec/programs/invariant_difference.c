// readers.spc; readers holds; open: explicit symbolic
#include "readers.h"
int main(void) {
  unsigned entered = 0, left = 0;
  while (__VERIFIER_nondet_bool()) {
    if (entered == left) {
      begin_write();
      entered++;
    } else {
      end_write();
      left++;
    }
  }
  if (entered != left) end_write();
}
