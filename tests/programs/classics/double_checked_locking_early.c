/* Double-checked locking broken: nobody may see a half-made object, but the pointer is published first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  atomic_int value;
};

static struct config *_Atomic instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  struct config *config = instance;
  if (!config) {
    pthread_mutex_lock(&lock);
    config = instance;
    if (!config) {
      config = calloc(1, sizeof *config);
      instance = config;
      config->value = 42;
    }
    pthread_mutex_unlock(&lock);
  }
  return config;
}

static void *use(void *unused) {
  assert(get()->value == 42);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
