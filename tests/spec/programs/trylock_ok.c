// trylock.spc; trylock holds
#include "mutex.h"
int main(void) {
  struct mutex m;
  int had = mutex_trylock(&m);
  if (had) mutex_unlock(&m);
  if (mutex_trylock(&m)) mutex_unlock(&m);
}
