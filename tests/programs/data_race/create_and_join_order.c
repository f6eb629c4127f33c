/* What happens before the create and after the join races with nothing in the thread. */
#include <pthread.h>

static int value;

static void *add(void *unused) {
  value++;
  return unused;
}

int main(void) {
  pthread_t a;
  for (int i = 0; i < 2; i++) {
    value++;
    pthread_create(&a, 0, add, 0);
    pthread_join(a, 0);
  }
  return value - 4;
}
