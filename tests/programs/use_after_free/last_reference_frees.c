/* Each thread reads the object before it gives its atomic reference back, so the last one may free it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static void *use(void *argument) {
  struct object *object = argument;
  int value = object->value;
  if (atomic_fetch_sub(&object->references, 1) == 1)
    free(object);
  return (void *)(long)value;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  object->value = 5;
  pthread_create(&thread, 0, use, object);
  use(object);
  pthread_join(thread, 0);
  return 0;
}
