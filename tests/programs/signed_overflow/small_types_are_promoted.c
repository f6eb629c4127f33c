/* Arithmetic of char and short happens in int; only the conversion back loses bits. */
#include <limits.h>

int main(void) {
  volatile signed char a = SCHAR_MAX;
  volatile short b = SHRT_MAX;
  a++;
  b += b;
  signed char c = (signed char)(a - 1);
  return a == SCHAR_MIN && b == -2 && c == SCHAR_MAX ? 0 : 1;
}
