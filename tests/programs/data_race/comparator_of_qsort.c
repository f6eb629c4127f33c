/* The function that qsort calls counts in a variable that both threads share. */
#include <pthread.h>
#include <stdlib.h>

static int comparisons;

static int compare(const void *left, const void *right) {
  comparisons++;
  return *(const int *)left - *(const int *)right;
}

static void *work(void *unused) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], compare);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
