/* The destructor of the key still runs in the thread. */
#include <pthread.h>

static pthread_key_t key;
static int value;

static void finish(void *cell) { *(int *)cell = 1; }

static void *work(void *unused) {
  pthread_setspecific(key, &value);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, finish);
  pthread_create(&a, 0, work, 0);
  value = 2;
  pthread_join(a, 0);
  return 0;
}
