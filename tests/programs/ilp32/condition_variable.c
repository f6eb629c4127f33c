/* A bounded buffer of one place with condition variables between small structures. */
#include <assert.h>
#include <pthread.h>

static struct { char full; pthread_mutex_t mutex; pthread_cond_t changed; long long value; } buffer = {
    0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void *produce(void *unused) {
  for (long long i = 1; i <= 2; i++) {
    pthread_mutex_lock(&buffer.mutex);
    while (buffer.full) pthread_cond_wait(&buffer.changed, &buffer.mutex);
    buffer.value = i << 33, buffer.full = 1;
    pthread_cond_broadcast(&buffer.changed);
    pthread_mutex_unlock(&buffer.mutex);
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  long long sum = 0;
  assert(sizeof(pthread_cond_t) == 48);
  pthread_create(&producer, 0, produce, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&buffer.mutex);
    while (!buffer.full) pthread_cond_wait(&buffer.changed, &buffer.mutex);
    sum += buffer.value, buffer.full = 0;
    pthread_cond_broadcast(&buffer.changed);
    pthread_mutex_unlock(&buffer.mutex);
  }
  pthread_join(producer, 0);
  assert(sum == 3LL << 33);
  return 0;
}
