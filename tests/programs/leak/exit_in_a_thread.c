/* exit in the thread ends the process before main frees. */
#include <pthread.h>
#include <stdlib.h>

static void *leave(void *unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t a;
  char *text = malloc(3);
  pthread_create(&a, 0, leave, 0);
  pthread_join(a, 0);
  free(text);
  return 0;
}
