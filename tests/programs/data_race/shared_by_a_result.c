/* The thread returns its object, and a third thread still uses it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t helper;

static void *use(void *cell) {
  *(int *)cell = 1;
  return 0;
}

static void *make(void *unused) {
  int *cell = malloc(sizeof *cell);
  pthread_create(&helper, 0, use, cell);
  return cell;
}

int main(void) {
  pthread_t a;
  void *cell;
  pthread_create(&a, 0, make, 0);
  pthread_join(a, &cell);
  *(int *)cell = 2;
  pthread_join(helper, 0);
  free(cell);
  return 0;
}
