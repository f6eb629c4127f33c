// handlers.spc; handlers violated added twice
#include "handlers.h"
static void ready(void) { add_handler(on_tick); }
int main(void) {
  ready();
  for (int i = 0; i < 3; i++) {
    if (i == 2) ready();
  }
}
