// file.spc; file holds
#include "file.h"
static int load(int *file) {
  int result = 0;
  open_file(file);
  if (__VERIFIER_nondet_uchar() == 200) {
    result = -1;
    goto out;
  }
  read_file(file, 1);
out:
  close_file(file);
  return result;
}
int main(void) {
  int f;
  return load(&f) < 0;
}
