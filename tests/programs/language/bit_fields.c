/* Bit-fields must keep their width, sign and neighbours. */
#include <assert.h>
#include <stdio.h>

struct packed {
  unsigned kind : 3;
  signed delta : 5;
  unsigned long wide : 40;
  unsigned : 0;
  unsigned char last : 2;
};

int main(void) {
  struct packed p = {0};
  p.kind = 9;
  p.delta = -16;
  p.wide = 0xabcdef0123;
  p.last = 7;
  printf("%u %d %lx %u\n", p.kind, p.delta, (unsigned long)p.wide, p.last);
  p.delta--;
  p.wide++;
  p.kind += 7;
  printf("%u %d %lx %u\n", p.kind, p.delta, (unsigned long)p.wide, p.last);
  assert(p.kind == 0 && p.delta == 15);
  assert(sizeof(struct packed) == 16);
  return 0;
}
