// turns.spc; turns violated two at once
#include <pthread.h>
void enter(void) {}
void leave(void) {}
static void *work(void *unused) {
  enter();
  leave();
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
}
