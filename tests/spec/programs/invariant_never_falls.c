// file.spc; file holds; open: explicit symbolic
#include "file.h"
int main(void) {
  int f, best = 0;
  open_file(&f);
  for (;;) {
    int next = __VERIFIER_nondet_int();
    if (next < 0) break;
    if (next > best) best = next;
  }
  if (best >= 0) close_file(&f);
}
