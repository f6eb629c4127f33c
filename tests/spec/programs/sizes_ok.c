// sizes.spc; sizes holds
#include "sizes.h"
int main(void) {
  char a[16], b[16];
  copy(a, b, sizeof a);
  copy(a, b + 3, 0);
  copy(a + 1, a, 15);
}
