// mutex.spc; mutex violated; open: explicit
#include "mutex.h"
unsigned __VERIFIER_nondet_uint(void);
struct mutex a;
int main(void) {
  unsigned old, count = __VERIFIER_nondet_uint();
  do {
    mutex_lock(&a);
    old = count;
    if (__VERIFIER_nondet_uint() > 5) {
      mutex_unlock(&a);
      if (count != 77) count++;
    }
  } while (old != count);
  mutex_unlock(&a);
}
