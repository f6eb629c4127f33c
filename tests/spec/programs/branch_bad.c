// branch.spc; branch violated taken from nothing; cases violated the seventh kind
#include <clew.h>
unsigned length;
void take(void) { length--; }
int main(void) {
  int kind = 5 + clew_choose(3);
  length = clew_choose(2);
  if (length) take();
  else take();
  switch (kind) {
    case 6: return 1;
    case 7: return 2;
  }
  return 0;
}
