// login.spc; login holds
#include "login.h"
int main(void) {
  if (ask() < 1) {
    count_refusal();
    return 1;
  }
  enter();
  leave();
}
