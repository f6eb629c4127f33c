// violated assert
// A structure with padding.
#include <clew.h>

#include "inputs.h"
struct point {
  char tag;
  int x, y;
};
int main(void) {
  struct point p;
  clew_symbolic(&p, sizeof p, "p");
  assert(p.tag != 'q' || p.x >= -100 || p.y != 7);
}
