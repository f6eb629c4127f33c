// stack.spc; stack holds; open: abstract
#include "stack.h"
int main(void) {
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_bool()) {
      if (height < 3) push(i);
    } else if (height > 0) {
      pop();
    }
  }
}
