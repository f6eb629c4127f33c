// mutex.spc; mutex holds; open: symbolic
#include "mutex.h"
_Bool __VERIFIER_nondet_bool(void);
static struct mutex lock;
static int step(void) {
  mutex_lock(&lock);
  if (__VERIFIER_nondet_bool()) {
    mutex_unlock(&lock);
    return 0;
  }
  mutex_unlock(&lock);
  return 1;
}
int main(void) {
  while (step()) {
  }
}
