/* Padding may stay unwritten: i386 has less of it than x86-64, and members are all that is read. */
#include <assert.h>
#include <string.h>

struct padded { char c; int i; char d; };

int main(void) {
  struct padded a, b;
  a.c = 1, a.i = 2, a.d = 3;
  b = a;
  assert(b.c == 1 && b.i == 2 && b.d == 3 && sizeof b == 12);
  return 0;
}
