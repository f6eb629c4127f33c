// stack.spc; stack holds
#include "stack.h"
static int reversed(int n) {
  if (n == 0) return 0;
  push(n);
  int rest = reversed(n - 1);
  return rest + pop();
}
int main(void) { return reversed(3) - 6; }
