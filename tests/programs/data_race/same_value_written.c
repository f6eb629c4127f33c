/* Both threads write the same value: a race all the same. */
#include <pthread.h>

static int done;

static void *finish(void *unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, finish, 0);
  done = 1;
  pthread_join(a, 0);
  return 0;
}
