// allocation.spc; allocation holds; options: --malloc-may-fail
#include <stdlib.h>
static void use(char *p) { *p = 1; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    char *p = malloc(4);
    if (!p) return 1;
    use(p);
    free(p);
  }
}
