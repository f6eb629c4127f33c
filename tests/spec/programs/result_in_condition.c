// trylock.spc; trylock violated left locked
#include "mutex.h"
int main(void) {
  struct mutex m;
  if (mutex_trylock(&m) && !mutex_trylock(&m)) return 0;
}
