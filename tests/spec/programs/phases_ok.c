// phases.spc; phases holds
#include "phases.h"
int main(void) {
  configure(1);
  start();
  stop();
  configure(2);
  start();
  stop();
  release();
}
