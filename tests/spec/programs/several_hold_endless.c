// mutex.spc counting.spc request.spc; mutex holds; counting holds; request holds; open: symbolic
#include "mutex.h"
_Bool __VERIFIER_nondet_bool(void);
struct mutex a;
void get(void) {}
void put(void) {}
void request(int x) { (void)x; }
void answer(int x) { (void)x; }
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    _Bool both = __VERIFIER_nondet_bool();
    mutex_lock(&a);
    if (both) get();
    request(1);
    mutex_unlock(&a);
    if (both) put();
    answer(1);
  }
}
