// file.spc; file holds
#include "file.h"
struct reader { int file, backup; };
static void both(struct reader *r) {
  open_file(&r->file);
  if (__VERIFIER_nondet_bool()) {
    open_file(&r->backup);
    read_file(&r->backup, 1);
    close_file(&r->backup);
  }
  close_file(&r->file);
}
int main(void) {
  struct reader r, s;
  both(&r);
  both(&s);
}
