// file.spc; file violated left open
#include "file.h"
static int load(int *file) {
  open_file(file);
  if (__VERIFIER_nondet_uchar() == 200) return -1;
  close_file(file);
  return 0;
}
int main(void) {
  int f;
  return load(&f) < 0;
}
