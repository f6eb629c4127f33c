/* main touches the value only if it saw the flag. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int value;

static void *produce(void *unused) {
  value = 1;
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, produce, 0);
  if (ready) value++;
  pthread_join(a, 0);
  return value == 1 || value == 2 ? 0 : 1;
}
