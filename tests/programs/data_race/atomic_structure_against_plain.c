/* The structure is read atomically, one member of it is written plainly. */
#include <pthread.h>

struct triple {
  long a, b, c;
};

static struct triple shared;

static void *work(void *unused) {
  shared.b = 3;
  return unused;
}

int main(void) {
  pthread_t a;
  struct triple copy;
  pthread_create(&a, 0, work, 0);
  __atomic_load(&shared, &copy, __ATOMIC_SEQ_CST);
  pthread_join(a, 0);
  return copy.b == 5;
}
