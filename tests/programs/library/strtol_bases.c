/* strtol must read signs, prefixes and bases, stop at the first foreign character and saturate. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *end;
  printf("%ld %ld %ld\n", strtol("  -42", 0, 10), strtol("+7", 0, 10), strtol("0", 0, 10));
  printf("%ld %ld %ld\n", strtol("ff", 0, 16), strtol("0xFf", 0, 16), strtol("zz", 0, 36));
  printf("%ld %ld %ld\n", strtol("0x1f", 0, 0), strtol("017", 0, 0), strtol("19", 0, 0));
  long number = strtol("123abc", &end, 10);
  printf("%ld [%s]\n", number, end);
  number = strtol("none", &end, 10);
  printf("%ld [%s]\n", number, end);
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX);
  assert(strtol("-99999999999999999999", 0, 10) == LONG_MIN);
  return 0;
}
