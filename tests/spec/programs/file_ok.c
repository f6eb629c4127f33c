// file.spc; file holds
#include "file.h"
int main(void) {
  int log, data;
  open_file(&log);
  open_file(&data);
  read_file(&data, 4);
  close_file(&log);
  read_file(&data, 5);
  close_file(&data);
}
