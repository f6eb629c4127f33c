/* Only one thread must free the object, but both can see that it has not been done before either says so. */
#include <pthread.h>
#include <stdlib.h>

static char *buffer;
static int freed;

static void *release(void *unused) {
  if (!freed) {
    freed = 1;
    free(buffer);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  buffer = malloc(8);
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, release, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
