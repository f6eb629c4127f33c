/* The thread may follow the pointer before main has set it. */
#include <pthread.h>
#include <stdlib.h>

struct shared {
  int *pointer;
};

static void *look(void *shared) {
  return *((struct shared *)shared)->pointer == 3 ? shared : 0;
}

int main(void) {
  pthread_t a;
  int cell = 3;
  struct shared *shared = malloc(sizeof *shared);
  pthread_create(&a, 0, look, shared);
  shared->pointer = &cell;
  pthread_join(a, 0);
  free(shared);
  return 0;
}
