/* Two hundred threads one after the other, and thirty alive at the same time. */
#include <assert.h>
#include <pthread.h>

static void *identity(void *argument) { return argument; }

int main(void) {
  pthread_t threads[30];
  void *result;
  for (int i = 0; i < 200; i++) {
    pthread_create(&threads[0], 0, identity, (void *)i);
    pthread_join(threads[0], &result);
    assert((int)result == i);
  }
  for (int i = 0; i < 30; i++) pthread_create(&threads[i], 0, identity, (void *)i);
  for (int i = 0; i < 30; i++) {
    pthread_join(threads[i], &result);
    assert((int)result == i);
  }
  return 0;
}
