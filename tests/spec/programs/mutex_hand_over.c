// mutex.spc; mutex holds
#include "mutex.h"
struct mutex first, second, third;
int main(void) {
  mutex_lock(&first);
  mutex_lock(&second);
  mutex_unlock(&first);
  mutex_lock(&third);
  mutex_unlock(&second);
  mutex_unlock(&third);
}
