/* Plain variables are handed over by a plain flag: under sequential consistency the spinning reader must see them. */
#include <assert.h>
#include <pthread.h>

static volatile int flag;
static int data;

static void *give(void *unused) {
  data = 3;
  flag = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  while (!flag)
    ;
  assert(data == 3);
  pthread_join(thread, 0);
  return 0;
}
