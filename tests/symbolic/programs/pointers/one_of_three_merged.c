// safe; oracle; symbolic: --merge always
// A pointer that merged ways have stored somewhere in an array.
#include "inputs.h"
int main(void) {
  int x = 1, y = 2, z = 3, *p = &y, *all[4] = {&x, &y, &z, &x};
  unsigned char a = below(4), b = below(8);
  if ((a * 3 & 7) != b) p = (a * 2 & 7) < (b & 3) ? &x : &z;
  if ((a ^ 3) & 1) all[b % 4] = p;
  int value = *all[b % 4];
  assert(value >= 1 && value <= 3);
  assert((a & 1) == 1 || value == *p);
}
