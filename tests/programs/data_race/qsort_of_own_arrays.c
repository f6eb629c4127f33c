/* Each thread sorts its own half; the comparator only reads what is shared. */
#include <pthread.h>
#include <stdlib.h>

static int sign = -1;
static int numbers[4] = {1, 2, 3, 4};

static int compare(const void *left, const void *right) {
  return sign * (*(const int *)left - *(const int *)right);
}

static void *work(void *half) {
  qsort(half, 2, sizeof numbers[0], compare);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, numbers);
  work(numbers + 2);
  pthread_join(a, 0);
  return numbers[0] - 2 + numbers[3] - 3;
}
