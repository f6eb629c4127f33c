/* Making and deleting keys without end: what is deleted leaves nothing behind, so there are few states. */
#include <assert.h>
#include <pthread.h>

static void *work(void *value) {
  for (;;) {
    pthread_key_t key;
    pthread_key_create(&key, 0);
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, value);
    assert(pthread_getspecific(key) == value);
    pthread_key_delete(key);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  int value;
  pthread_create(&thread, 0, work, &value);
  pthread_join(thread, 0);
  return 0;
}
