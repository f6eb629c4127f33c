// handlers.spc; handlers violated called though there is none
#include "handlers.h"
int main(void) {
  add_handler(on_key);
  handler *kept = current;
  if (__VERIFIER_nondet_uchar() & 2) remove_handler(on_key);
  kept(3);
}
