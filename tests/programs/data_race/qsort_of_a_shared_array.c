/* One thread sorts what the other reads. */
#include <pthread.h>
#include <stdlib.h>

static int numbers[2] = {2, 1};

static int compare(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}

static void *work(void *unused) {
  qsort(numbers, 2, sizeof numbers[0], compare);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int first = numbers[0];
  pthread_join(a, 0);
  return first > 2;
}
