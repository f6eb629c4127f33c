// file.spc; file violated left open
#include "file.h"
int main(void) {
  int f, isOpen = 0;
  while (__VERIFIER_nondet_bool()) {
    if (isOpen) close_file(&f);
    else open_file(&f);
    isOpen = !isOpen;
  }
}
