// builtin.spc; builtin holds
#include <string.h>
#include <stdio.h>
int main(void) {
  char a[8], b[8] = "abcdefg";
  memset(a, 0, 4);
  printf("%s\n", a);
  memcpy(a, b, 7);
}
