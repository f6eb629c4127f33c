// allocation.spc; allocation violated used after it failed; options: --malloc-may-fail
#include <stdlib.h>
static void use(char *p) { (void)p; }
int main(void) {
  char *p = malloc(4);
  use(p);
  free(p);
}
