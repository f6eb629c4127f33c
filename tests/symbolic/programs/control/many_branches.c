// safe
// Twelve independent branches, of which each counts.
#include "inputs.h"
int main(void) {
  int count = 0, twice = 0;
  for (int i = 0; i < 12; i++)
    if (__VERIFIER_nondet_int() > i) {
      count++;
      twice += 2;
    }
  assert(twice == 2 * count);
}
