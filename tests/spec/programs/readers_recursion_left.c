// readers.spc; readers violated somebody is left
#include "readers.h"
static void walk(int depth) {
  begin_read();
  if (depth > 0) walk(depth - 1);
  if (depth != 1) end_read();
}
int main(void) { walk(__VERIFIER_nondet_uchar() & 3); }
