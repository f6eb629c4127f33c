// mutex.spc counting.spc request.spc stack.spc; mutex holds; counting holds; request holds; stack irrelevant
#include "mutex.h"
struct mutex a;
void get(void) {}
void put(void) {}
void request(int x) { (void)x; }
void answer(int x) { (void)x; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    int both = __VERIFIER_nondet_uchar() & 1;
    mutex_lock(&a);
    if (both) get();
    request(i);
    answer(i);
    if (both) put();
    mutex_unlock(&a);
  }
}
