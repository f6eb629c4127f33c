// trylock.spc; trylock violated left locked
#include "mutex.h"
int main(void) {
  struct mutex m;
  long had = mutex_trylock(&m);
  if (had == 2) mutex_unlock(&m);
}
