// pthread.spc copies.spc; pthread holds; copies holds
#include <pthread.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char shared[4];
static void *work(void *text) {
  pthread_mutex_lock(&m);
  strcpy(shared, text);
  pthread_mutex_unlock(&m);
  return text;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, "abc");
  pthread_create(&b, 0, work, "xyz");
  pthread_join(a, 0);
  pthread_join(b, 0);
}
