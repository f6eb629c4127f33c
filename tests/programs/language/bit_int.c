/* Integers of odd widths must wrap, shift and compare at their own width. */
#include <assert.h>

int main(void) {
  unsigned _BitInt(7) small = 127;
  small++;
  assert(small == 0);
  _BitInt(13) number = 4095;
  number = number - 8000;
  assert(number < 0 && number == -3905);
  assert((int)(number >> 3) == -489);
  unsigned _BitInt(33) wide = 1;
  wide <<= 32;
  assert(wide > 0xffffffffu);
  wide *= 2;
  assert(wide == 0);
  return 0;
}
