// writes.spc; writes holds
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int held;
void *work(void *x) {
  pthread_mutex_lock(&m);
  held = 1;
  held = 0;
  pthread_mutex_unlock(&m);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
