/* The destructor of the key frees what the thread left there. */
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused) {
  pthread_setspecific(key, malloc(4));
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, free);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
