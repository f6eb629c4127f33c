// readers.spc; readers holds
#include "readers.h"
int main(void) {
  int inside = 0;
  for (int i = 0; i < 5; i++) {
    if (__VERIFIER_nondet_bool()) {
      begin_read();
      inside++;
    } else if (inside > 0) {
      end_read();
      inside--;
    }
  }
  while (inside > 0) {
    end_read();
    inside--;
  }
}
