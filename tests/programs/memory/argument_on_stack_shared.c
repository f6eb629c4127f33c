/* Two threads work on different elements of an array on main's stack, and main must see both results. */
#include <assert.h>
#include <pthread.h>

static void *square(void *argument) {
  int *value = argument;
  *value *= *value;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int values[2] = {3, 4};
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, square, &values[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(values[0] == 9 && values[1] == 16);
  return 0;
}
