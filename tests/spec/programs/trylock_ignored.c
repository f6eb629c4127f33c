// trylock.spc; trylock violated unlocked but not locked
#include "mutex.h"
int main(void) {
  struct mutex m;
  int had = mutex_trylock(&m);
  (void)had;
  mutex_unlock(&m);
}
