// violated assert; oracle
// All three may be the same.
#include "inputs.h"
int main(void) {
  int count[4] = {0};
  for (int i = 0; i < 3; i++) count[below(4)]++;
  assert(count[2] < 3);
}
