/* Streams lock themselves: two threads may print. */
#include <pthread.h>
#include <stdio.h>

static void *print(void *unused) {
  printf("%s\n", "one");
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, print, 0);
  printf("%d\n", 2);
  pthread_join(a, 0);
  return 0;
}
