// file.spc; file holds
#include "file.h"
int main(void) {
  int f;
  for (int i = 0; i < 4; i++) {
    open_file(&f);
    while (__VERIFIER_nondet_bool() && i < 3) read_file(&f, i++);
    close_file(&f);
  }
}
