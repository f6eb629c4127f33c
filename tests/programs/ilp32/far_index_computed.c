/* The same with an index that is computed: 512 bytes are one window. */
#include <pthread.h>
static int first[10], second[10], third[10];
static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, nothing, 0);
  pthread_join(thread, 0);
  volatile int index = 128;
  second[0] = third[0] = 1;
  first[index] = 5;
  return 0;
}
