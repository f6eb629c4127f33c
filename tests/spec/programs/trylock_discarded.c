// trylock.spc; trylock violated nobody asks whether the lock was had
#include "mutex.h"
int main(void) {
  struct mutex m;
  mutex_trylock(&m);
}
