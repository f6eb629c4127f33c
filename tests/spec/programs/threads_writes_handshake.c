// writes.spc; writes holds
#include <pthread.h>
#include <stdatomic.h>
atomic_int held;
void *work(void *x) {
  while (held == 0) continue;
  held = 1;  // what the other one wrote is seen before this
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  held = 2;
  pthread_join(t, 0);
}
