/* Atomic sections never run at the same time. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int counter;

static void *add(void *unused) {
  __VERIFIER_atomic_begin();
  counter++;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  __VERIFIER_atomic_begin();
  counter++;
  __VERIFIER_atomic_end();
  pthread_join(a, 0);
  return counter - 2;
}
