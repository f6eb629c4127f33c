/* Each thread has its own element of the array. */
#include <pthread.h>

static unsigned char cells[2];

static void *work(void *cell) {
  *(unsigned char *)cell += 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, &cells[0]);
  pthread_create(&b, 0, work, &cells[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return cells[0] + cells[1] - 2;
}
