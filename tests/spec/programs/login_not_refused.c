// login.spc; login violated entered without leave
#include "login.h"
int main(void) {
  int said = ask();
  if (said >= 0) enter();
}
