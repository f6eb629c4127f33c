// pthread.spc; pthread holds
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared;
static void *work(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    shared++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
