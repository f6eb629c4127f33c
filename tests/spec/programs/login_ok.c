// login.spc; login holds
#include "login.h"
int main(void) {
  int said = ask();
  if (said > 0) {
    enter();
    leave();
  }
}
