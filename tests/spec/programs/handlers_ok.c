// handlers.spc; handlers holds
#include "handlers.h"
int main(void) {
  add_handler(on_key);
  current(3);
  remove_handler(on_key);
}
