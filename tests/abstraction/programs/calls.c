// safe
// Functions that are called in a loop.
#include "inputs.h"
static int open_files;
static void opened(void) { ++open_files; }
static void closed(void) {
  assert(open_files > 0);
  --open_files;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (open_files < 3) opened();
    if (open_files > 0 && __VERIFIER_nondet_bool()) closed();
  }
}
