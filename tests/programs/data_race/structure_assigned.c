/* The assignment of a structure reads its last member, too. */
#include <pthread.h>

struct record {
  long numbers[6];
  char last;
};

static struct record shared, copy;

static void *work(void *unused) {
  shared.last = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  copy = shared;
  pthread_join(a, 0);
  return 0;
}
