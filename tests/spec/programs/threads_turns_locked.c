// turns.spc; turns holds
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void enter(void) {}
void leave(void) {}
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  enter();
  leave();
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
}
