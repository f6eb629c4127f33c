// request.spc; request holds; open: explicit symbolic
#include "request.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned up = 0, down = n;
  request(1);
  while (down > 0) {
    up++;
    down--;
  }
  if (up == n) answer(1);
}
