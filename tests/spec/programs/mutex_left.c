// mutex.spc; mutex violated left locked
#include "mutex.h"
struct mutex a;
int main(void) {
  mutex_lock(&a);
  if (__VERIFIER_nondet_uchar() & 1) return 1;
  mutex_unlock(&a);
  return 0;
}
