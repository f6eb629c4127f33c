/* An atomic section does not protect from those who use none. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int before, counter;

static void *add(void *unused) {
  __VERIFIER_atomic_begin();
  before = 1;
  counter++;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  int seen = counter;
  pthread_join(a, 0);
  return seen > 1;
}
