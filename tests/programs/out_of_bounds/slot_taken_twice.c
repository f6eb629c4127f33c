/* A thread must use only the one slot there is, but between its check and its write the other fills it. */
#include <pthread.h>

static int slots[1];
static int used;

static void *put(void *unused) {
  if (used < 1) {
    slots[used] = 7;
    used = used + 1;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, put, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
