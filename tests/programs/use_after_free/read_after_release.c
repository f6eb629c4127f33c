/* A thread must read the object before it gives its reference back, but here it reads afterwards. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int value;
};

static atomic_int references = 2;
static struct object *object;

static void *use(void *unused) {
  int last = atomic_fetch_sub(&references, 1) == 1;
  int value = object->value;
  if (last)
    free(object);
  return (void *)(long)value;
}

int main(void) {
  pthread_t thread;
  object = malloc(sizeof *object);
  object->value = 5;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
