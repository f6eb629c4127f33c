// file.spc; file holds
#include "file.h"
int main(void) {
  int files[2];
  open_file(&files[0]);
  open_file(&files[1]);
  for (int i = 0; i < 3; i++) {
    if (i % 2) read_file(&files[1], i);
    else read_file(&files[0], i);
  }
  close_file(&files[1]);
  close_file(&files[0]);
}
