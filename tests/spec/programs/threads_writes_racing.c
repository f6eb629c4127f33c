// writes.spc; writes violated taken twice
#include <pthread.h>
#include <stdatomic.h>
atomic_int held;
void *work(void *x) {
  held = 1;
  held = 0;
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
