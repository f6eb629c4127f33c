/* The call copies the structure while the thread writes it. */
#include <pthread.h>

struct record {
  long numbers[5];
};

static struct record shared;

static long first(struct record record) { return record.numbers[0]; }

static void *work(void *unused) {
  shared.numbers[4] = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  long result = first(shared);
  pthread_join(a, 0);
  return (int)result;
}
