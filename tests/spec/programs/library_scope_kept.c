// library_scope.spc; scope holds
#include <stdlib.h>
#include <string.h>
struct { int kept; } other = {1};
int main(void) {
  unsigned long size = 8;
  char *block = malloc(size * 2);
  if (block == 0) return 0;
  strcpy(block, "ab");
  size = strlen(block) + 1;
  free(block);
  return size == 4;
}
