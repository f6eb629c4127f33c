// trylock.spc; trylock holds; open: symbolic
#include "mutex.h"
int main(void) {
  struct mutex m;
  int had = 0;
  while (!had) had = mutex_trylock(&m);
  mutex_unlock(&m);
}
