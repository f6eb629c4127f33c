// forms.spc; forms holds
#include <stdatomic.h>
#include <stdbool.h>
enum colour { GREEN, RED } shade;
struct node { struct { int tag; } head; int *next; } first, *q = &first;
union { char small; int large; } both;
atomic_int counter;
int list[4], *p = list;
int main(void) {
  int x = 1;
  bool b;
  list[0] = 1;
  *(list + 1) = 2;
  p[2] = 3;
  p = p - 1 + 2;
  p--;
  p = p - x;
  x -= 4;
  b = x;
  x = b;
  x = !b;
  x = 0 - x;
  x = ~x & 255;
  both.small = 7;
  first.head.tag = 1;
  if (b) p = 0;
  if (p == 0) x = 5;
  first = *q;
  counter += 3;
  return 0;
}
