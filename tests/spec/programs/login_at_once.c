// login.spc; login violated asked again at once
#include "login.h"
int main(void) {
  int said = ask();
  if (said < 0) said = ask();
  return said;
}
