/* A thread created inside an atomic section runs only after the section. */
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
static int x;
static void *t(void *u) { assert(x == 2); return NULL; }
int main(void) {
  pthread_t a;
  __VERIFIER_atomic_begin();
  pthread_create(&a, NULL, t, NULL);
  x = 1; x = 2;
  __VERIFIER_atomic_end();
  pthread_join(a, NULL);
}
