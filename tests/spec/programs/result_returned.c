// trylock.spc; trylock holds
#include "mutex.h"
static int attempt(struct mutex *m) { return mutex_trylock(m); }
int main(void) {
  struct mutex m;
  if (attempt(&m) == 1) mutex_unlock(&m);
}
