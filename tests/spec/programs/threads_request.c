// request.spc; request holds
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void request(int x) { (void)x; }
void answer(int x) { (void)x; }
static void *client(void *x) {
  pthread_mutex_lock(&lock);
  request(1);
  answer(1);
  pthread_mutex_unlock(&lock);
  return x;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
