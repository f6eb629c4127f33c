/* The atomic load reads eight bytes, of which the thread writes one plainly. */
#include <pthread.h>

static union {
  unsigned long long whole;
  unsigned char bytes[8];
} shared;

static void *work(void *unused) {
  shared.bytes[6] = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  unsigned long long seen = __atomic_load_n(&shared.whole, __ATOMIC_SEQ_CST);
  pthread_join(a, 0);
  return seen == 5;
}
