// violated assert; oracle
// An assumption does not undo what came before it.
#include "inputs.h"
int main(void) {
  int x = below(4);
  if (x == 2) reach_error();
  __VERIFIER_assume(x != 2);
}
