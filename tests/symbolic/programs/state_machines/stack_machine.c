// violated out-of-bounds; oracle
// A program of four unknown instructions makes the stack overflow.
#include "inputs.h"
int main(void) {
  int stack[3] = {0}, top = 0;
  for (int i = 0; i < 4; i++)
    if (__VERIFIER_nondet_bool())
      stack[top++] = i;
    else if (top > 0)
      top--;
  return stack[0];
}
