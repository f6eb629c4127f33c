// builtin.spc; builtin violated eight bytes
#include <string.h>
#include <stdio.h>
int main(void) {
  char a[8], b[8] = "abcdefg";
  memset(a, 0, 4);
  printf("%s %d\n", a, 3);
  memcpy(a, b, sizeof(a));
}
