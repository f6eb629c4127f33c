/* The thread must wait until the pointer is published, but nothing makes it wait. */
#include <pthread.h>
#include <stddef.h>

static int value = 5;
static int *published;

static void *use(void *unused) {
  return (void *)(long)*published;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  published = &value;
  pthread_join(thread, NULL);
  return 0;
}
