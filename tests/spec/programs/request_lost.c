// request.spc; request violated the last one is not answered
#include "request.h"
int main(void) {
  for (int i = 0; i < 5; i++) {
    request(i);
    if (i != 3 || __VERIFIER_nondet_uchar() != 9) answer(i);
  }
}
