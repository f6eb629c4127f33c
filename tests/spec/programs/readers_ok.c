// readers.spc; readers holds
#include "readers.h"
int main(void) {
  begin_read();
  begin_read();
  end_read();
  end_read();
  begin_write();
  end_write();
}
