/* The variable is the same, the threads are not. */
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t a;
  for (int i = 0; i < 3; i++) {
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
  }
  return 0;
}
