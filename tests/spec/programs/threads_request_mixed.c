// request.spc; request violated the last one is not answered
#include <pthread.h>
void request(int x) { (void)x; }
void answer(int x) { (void)x; }
static int turn;
static void *client(void *x) {
  request(1);
  turn++;
  answer(1);
  return x;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
