// violated assert; oracle
// No case fits.
#include "inputs.h"
int main(void) {
  int x = below(5), y = -1;
  switch (x) {
    case 0:
    case 1:
    case 2:
    case 4: y = x;
  }
  assert(y >= 0);
}
