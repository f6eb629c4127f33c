// handlers.spc; handlers holds; open: abstract
#include "handlers.h"
int main(void) {
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_bool()) {
      if (current == 0) add_handler(on_tick);
    } else if (current) {
      remove_handler(on_tick);
    }
    if (current) current(i);
  }
}
