// mutex.spc counting.spc request.spc; mutex holds; counting violated not all are given back; request holds
#include "mutex.h"
struct mutex a;
void get(void) {}
void put(void) {}
void request(int x) { (void)x; }
void answer(int x) { (void)x; }
int main(void) {
  mutex_lock(&a);
  get();
  request(1);
  mutex_unlock(&a);
  if (__VERIFIER_nondet_uchar() != 3) put();
  answer(1);
}
