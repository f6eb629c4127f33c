// mutex.spc; mutex holds
#include "mutex.h"
struct mutex a, b;
int main(void) {
  for (int i = 0; i < 3; i++) {
    mutex_lock(&a);
    mutex_lock(&b);
    mutex_unlock(&a);
    mutex_unlock(&b);
  }
}
