/* Two threads nest twenty calls each. */
#include <pthread.h>

static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

static void *work(void *unused) { return sum(20) == 210 ? unused : 0; }

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
