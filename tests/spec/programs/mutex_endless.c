// mutex.spc; mutex holds; open: symbolic
#include "mutex.h"
_Bool __VERIFIER_nondet_bool(void);
struct mutex a, b;
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    mutex_lock(&a);
    if (__VERIFIER_nondet_bool()) {
      mutex_lock(&b);
      mutex_unlock(&b);
    }
    mutex_unlock(&a);
  }
}
