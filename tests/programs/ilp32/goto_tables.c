/* switch over long long and unsigned long; enumerations with large and negative values. */
#include <assert.h>
#include <stdio.h>

enum small { kLess = -1, kMore = 1 };
enum large { kHuge = 0xf0000000 };

static int classify(long long value) {
  switch (value) {
    case 0: return 1;
    case 1LL << 32: return 2;
    case -1LL << 40: return 3;
    case 5 ... 9: return 4;
    default: return 5;
  }
}
static int narrow(unsigned long value) {
  switch (value) {
    case 0xffffffffUL: return 1;
    case kHuge: return 2;
    default: return 3;
  }
}

int main(void) {
  printf("%d%d%d%d%d\n", classify(0), classify(1LL << 32), classify(-1LL << 40), classify(7), classify(1));
  printf("%d%d%d %zu %zu\n", narrow(-1UL), narrow(0xf0000000), narrow(0), sizeof(enum small), sizeof(enum large));
  assert(kLess < 0 && kHuge > 0);
  return 0;
}
