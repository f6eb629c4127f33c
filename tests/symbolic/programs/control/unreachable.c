// violated unreachable; oracle
// A promise that one input breaks.
#include "inputs.h"
int main(void) {
  switch (below(3)) {
    case 0: return 0;
    case 1: return 0;
    default: __builtin_unreachable();
  }
}
