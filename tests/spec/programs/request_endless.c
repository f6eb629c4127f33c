// request.spc; request holds; open: symbolic
#include "request.h"
int main(void) {
  int isAsked = 0;
  do {
    if (isAsked) answer(1);
    else request(1);
    isAsked = !isAsked;
  } while (isAsked || __VERIFIER_nondet_bool());
}
