/* sscanf writes the number that the thread reads. */
#include <pthread.h>
#include <stdio.h>

static int number;

static void *look(void *unused) { return number == 3 ? unused : 0; }

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  sscanf("17", "%d", &number);
  pthread_join(a, 0);
  return 0;
}
