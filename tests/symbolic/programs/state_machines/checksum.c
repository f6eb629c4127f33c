// safe
// A changed byte changes the sum.
#include "inputs.h"
int main(void) {
  unsigned char message[4], sum = 0, again = 0;
  for (int i = 0; i < 4; i++) sum += message[i] = __VERIFIER_nondet_uchar();
  unsigned char changed = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(changed != message[2]);
  message[2] = changed;
  for (int i = 0; i < 4; i++) again += message[i];
  assert(again != sum);
}
