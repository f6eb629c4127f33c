/* Once the end is reached it stays; every byte fits a byte. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int byte = getchar();
  assert(byte == EOF || (byte >= 0 && byte <= 255));
  if (byte == EOF) assert(getchar() == EOF && feof(stdin));
  return 0;
}
