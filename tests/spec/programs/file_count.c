// file.spc; file holds; open: explicit symbolic
#include "file.h"
int main(void) {
  int f;
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  open_file(&f);
  while (i < n) {
    read_file(&f, 1);
    i++;
  }
  if (i > n) close_file(&f);
  close_file(&f);
}
