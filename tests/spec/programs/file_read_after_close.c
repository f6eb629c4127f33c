// file.spc; file violated read though it is not open
#include "file.h"
int main(void) {
  int f;
  open_file(&f);
  for (int i = 0; i < 4; i++) {
    read_file(&f, i);
    if (i == 2) close_file(&f);
  }
}
