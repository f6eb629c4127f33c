/* 128-bit integers must add, multiply, divide, shift and compare over both halves. */
#include <assert.h>
#include <stdio.h>

typedef unsigned __int128 wide;

static void show(wide value) {
  printf("%016llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}

int main(void) {
  wide a = 0xffffffffffffffffULL;
  show(a + 1);
  show(a * a);
  show((a * a) / 12345);
  show((wide)1 << 100);
  show(-(wide)1 >> 3);
  wide b = (a * a) % 1000003;
  show(b);
  __int128 negative = -((__int128)1 << 70);
  assert(negative < 0 && negative / 1024 == -((__int128)1 << 60));
  assert((long)(negative >> 64) == -64);
  assert((negative | 5) % 8 == -3);
  assert((double)((wide)1 << 100) == 1267650600228229401496703205376.0);
  return 0;
}
