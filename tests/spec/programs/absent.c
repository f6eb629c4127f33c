// absent.spc; mutex holds; absent irrelevant
#include "mutex.h"
struct mutex a;
int main(void) {
  mutex_lock(&a);
  mutex_unlock(&a);
}
