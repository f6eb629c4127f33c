/* The input decides which of the two uses the variable, never both. */
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int value;
static unsigned char input;

static void *work(void *unused) {
  if (input < 4) value = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  input = __VERIFIER_nondet_uchar() % 8;
  pthread_create(&a, 0, work, 0);
  if (input >= 4) value = 2;
  pthread_join(a, 0);
  return 0;
}
