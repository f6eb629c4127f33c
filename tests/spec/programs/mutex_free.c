// mutex.spc; mutex violated unlocked but not locked
#include "mutex.h"
struct mutex table[2];
int main(void) {
  mutex_lock(&table[0]);
  mutex_unlock(&table[1]);
}
