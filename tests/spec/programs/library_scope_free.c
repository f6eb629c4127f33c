// library_scope.spc; scope violated not kept
#include <stdlib.h>
struct { int kept; } other;
int main(void) {
  unsigned long size = 8;
  char *block = malloc(16);
  free(block);
}
