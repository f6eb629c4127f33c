// request.spc; request holds; open: symbolic
#include "request.h"
int main(void) {
  int state = 0;
  while (state != 3 || __VERIFIER_nondet_bool()) {
    switch (state) {
      case 0: request(0); state = 1; break;
      case 1: state = __VERIFIER_nondet_bool() ? 1 : 2; break;
      case 2: answer(0); state = 3; break;
      default: state = 0; break;
    }
  }
}
