// mutex.spc; mutex holds
#include "mutex.h"
struct device { int id; struct mutex lock, other; };
static void open_device(struct device *dev) {
  mutex_lock(&dev->lock);
  if (dev->id == 2) mutex_lock(&dev->other);
  mutex_unlock(&dev->lock);
  if (dev->id == 2) mutex_unlock(&dev->other);
}
int main(void) {
  struct device d = {__VERIFIER_nondet_uchar() & 3};
  open_device(&d);
}
