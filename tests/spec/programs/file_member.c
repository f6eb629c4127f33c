// file.spc; file violated opened twice
#include "file.h"
struct reader { int file, backup; };
static void again(struct reader *r) { open_file(&r->file); }
int main(void) {
  struct reader r;
  again(&r);
  if (__VERIFIER_nondet_bool()) again(&r);
  struct reader *a = &r;
  { struct reader *r = a; close_file(&r->file); }
}
