// mutex.spc counting.spc trylock.spc keys.spc; mutex violated; counting violated none is left; trylock irrelevant; keys irrelevant
#include "mutex.h"
struct mutex a;
void get(void) {}
void put(void) {}
int main(void) {
  mutex_lock(&a);
  if (__VERIFIER_nondet_uchar() & 1) mutex_lock(&a);
  get();
  put();
  put();
}
