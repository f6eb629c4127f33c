/* Each thread has its own value under a key, null at first; a deleted key's values do not come back. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;

static void *use(void *value) {
  assert(pthread_getspecific(key) == 0);
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_key_t other;
  int one, two, three;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &three);
  pthread_create(&a, 0, use, &one);
  pthread_create(&b, 0, use, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pthread_getspecific(key) == &three);
  assert(pthread_key_delete(key) == 0 && pthread_key_delete(key) == EINVAL);
  assert(pthread_setspecific(key, &one) == EINVAL);
  pthread_key_create(&other, 0);
  assert(pthread_getspecific(other) == 0);
  return 0;
}
