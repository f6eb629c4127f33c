// file.spc; file holds
#include "file.h"
int main(void) {
  int f, isOpen = __VERIFIER_nondet_bool();
  if (isOpen) open_file(&f);
  int x = __VERIFIER_nondet_uchar();
  if (x > 7) x = 7;
  if (isOpen && x < 8) read_file(&f, x);
  if (isOpen) close_file(&f);
}
