// mutex.spc; mutex violated locked twice
#include "mutex.h"
struct device { int id; struct mutex lock; };
static void open_device(struct device *dev) {
  mutex_lock(&dev->lock);
  if (dev->id == 2) mutex_lock(&dev->lock);
  mutex_unlock(&dev->lock);
}
int main(void) {
  struct device d = {__VERIFIER_nondet_uchar() & 3};
  open_device(&d);
}
