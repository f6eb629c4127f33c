/* Each thread must get its own number, but both get the address of the loop variable that main goes on changing. */
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *note(void *argument) {
  seen[*(int *)argument % 2] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, note, &i);
  for (int j = 0; j < 2; j++)
    pthread_join(threads[j], 0);
  assert(seen[0] && seen[1]);
  return 0;
}
