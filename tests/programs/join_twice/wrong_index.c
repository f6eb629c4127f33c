/* The second join names the first thread again. */
#include <pthread.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[0], 0);
  return 0;
}
