/* Without the mutex an addition gets lost. */
#include <assert.h>
#include <pthread.h>

static long long counter = 0xffffffffLL;

static void *add(void *unused) {
  for (int i = 0; i < 2; i++) {
    long long read = counter;
    counter = read + 1;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0), pthread_create(&b, 0, add, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(counter == 0x100000003LL);
  return 0;
}
