/* Only one input of many leads main to the shared variable. */
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int value;

static void *work(void *unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  unsigned char input = __VERIFIER_nondet_uchar();
  pthread_create(&a, 0, work, 0);
  if (input == 77) value = 2;
  pthread_join(a, 0);
  return 0;
}
