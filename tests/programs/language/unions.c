/* A union must show the bytes of one member through another. */
#include <assert.h>
#include <stdio.h>

union word {
  unsigned value;
  unsigned char bytes[4];
  unsigned short halves[2];
  float real;
};

struct shape {
  enum { kCircle, kSquare } kind;
  union {
    int radius;
    long side;
  };
};

static long size(struct shape shape) {
  return shape.kind == kCircle ? shape.radius : shape.side;
}

int main(void) {
  union word w = {.value = 0x11223344};
  printf("%x %x %x\n", w.bytes[0], w.bytes[3], w.halves[1]);
  w.bytes[1] = 0xff;
  printf("%x\n", w.value);
  w.real = 1.0f;
  printf("%x\n", w.value);
  assert(w.value == 0x3f800000);
  struct shape shape = {kSquare, .side = 1L << 33};
  printf("%ld\n", size(shape));
  assert(size((struct shape){kCircle, .radius = 5}) == 5);
  return 0;
}
