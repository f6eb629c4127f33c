/* Every thread allocates and frees for itself. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
  int *own = malloc(2 * sizeof *own);
  own[0] = 1;
  own[1] = own[0] + 1;
  free(own);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
