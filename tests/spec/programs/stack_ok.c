// stack.spc; stack holds
#include "stack.h"
int main(void) {
  push(1);
  push(2);
  int x = pop();
  push(3);
  push(x);
  pop();
  return pop() + pop() - 4;
}
