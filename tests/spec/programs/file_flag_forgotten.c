// file.spc; file violated closed though it is not open
#include "file.h"
int main(void) {
  int f, isOpen = __VERIFIER_nondet_bool();
  if (isOpen) open_file(&f);
  if (isOpen && __VERIFIER_nondet_uchar() == 77) close_file(&f);
  if (isOpen) close_file(&f);
}
