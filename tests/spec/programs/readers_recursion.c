// readers.spc; readers holds
#include "readers.h"
static void walk(int depth) {
  begin_read();
  if (depth > 0) walk(depth - 1);
  end_read();
}
int main(void) {
  walk(3);
  begin_write();
  end_write();
}
