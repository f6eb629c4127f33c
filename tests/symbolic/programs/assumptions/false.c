// safe; oracle
// Nothing comes after a false assumption.
#include "inputs.h"
int main(void) {
  __VERIFIER_assume(0);
  reach_error();
}
