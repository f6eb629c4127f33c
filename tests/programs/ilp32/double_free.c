/* Both owners free. */
#include <stdlib.h>

struct owner { void *thing; };

int main(void) {
  struct owner a = {malloc(8)}, b = a;
  free(a.thing);
  free(b.thing);
  return 0;
}
