// handlers.spc; handlers holds
#include "handlers.h"
int main(void) {
  add_handler(on_key);
  if (__VERIFIER_nondet_bool()) {
    add_handler(on_tick);
    remove_handler(on_key);
  }
  if (current) current(1);
}
