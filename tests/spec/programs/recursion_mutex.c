// mutex.spc; mutex holds
#include "mutex.h"
static struct mutex lock;
static void walk(int depth, int isLocked) {
  if (!isLocked) mutex_lock(&lock);
  if (depth > 0) walk(depth - 1, 1);
  if (!isLocked) mutex_unlock(&lock);
}
int main(void) { walk(__VERIFIER_nondet_uchar() & 3, 0); }
