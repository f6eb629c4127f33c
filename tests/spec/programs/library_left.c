// allocation.spc; allocation violated not freed
#include <stdlib.h>
static void use(char *p) { (void)p; }
int main(void) {
  char *p = malloc(4);
  use(p);
}
