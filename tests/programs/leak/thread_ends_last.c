/* The process ends with its last thread, which left an object behind. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
  char *text = malloc(3);
  text[0] = 0;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_exit(0);
}
