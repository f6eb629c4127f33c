// allocation.spc; allocation holds; options: --malloc-may-fail
#include <stdlib.h>
static void use(char *p) { (void)p; }
int main(void) {
  char *p = malloc(4);
  if (p == NULL) return 1;
  use(p);
  free(p);
}
