// readers.spc; readers violated read while somebody writes
#include "readers.h"
static void look(void) {
  begin_read();
  end_read();
}
int main(void) {
  look();
  begin_write();
  look();
  end_write();
}
