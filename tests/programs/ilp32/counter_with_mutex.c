/* Two threads add to a 64-bit counter under a mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long long counter = 0xffffffffLL;

static void *add(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
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
