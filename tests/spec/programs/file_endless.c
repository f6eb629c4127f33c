// file.spc; file holds; open: symbolic
#include "file.h"
int main(void) {
  int f;
  while (__VERIFIER_nondet_bool()) {
    open_file(&f);
    if (__VERIFIER_nondet_bool()) read_file(&f, 3);
    close_file(&f);
  }
}
