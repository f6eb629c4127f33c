/* Packed structs have no padding, aligned ones are aligned, and members are found at their offsets. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct __attribute__((packed)) packed {
  char tag;
  int value;
  short tail;
};

struct natural {
  char tag;
  int value;
  short tail;
};

int main(void) {
  struct packed p = {1, 0x01020304, 5};
  struct natural n = {1, 0x01020304, 5};
  assert(sizeof p == 7 && offsetof(struct packed, value) == 1 && offsetof(struct packed, tail) == 5);
  assert(sizeof n == 12 && offsetof(struct natural, value) == 4 && offsetof(struct natural, tail) == 8);
  assert(((unsigned char *)&p)[1] == 4 && ((unsigned char *)&n)[4] == 4);
  p.value++;
  assert(p.tag == 1 && p.value == 0x01020305 && p.tail == 5);
  _Alignas(32) char buffer[32];
  assert((uintptr_t)buffer % 32 == 0);
  return 0;
}
