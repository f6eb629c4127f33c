// branch.spc; branch holds; cases holds
#include <clew.h>
unsigned length;
void take(void) { length--; }
int main(void) {
  int kind = clew_choose(3);
  length = clew_choose(3);
  if (!length) return 0;
  take();
  if (length != 0) take();
  while (length > 7) take();
  switch (kind) {
    case 1: return 1;
    case 2: return 2;
    default: return 3;
  }
}
