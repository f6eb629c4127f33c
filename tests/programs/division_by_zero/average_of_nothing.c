/* The average must be taken over at least one value, but a limit of 0 lets no value pass. */
#include <clew.h>

static long average_below(const long *values, int n, long limit) {
  long sum = 0;
  unsigned long count = 0;
  for (int i = 0; i < n; i++)
    if (values[i] < limit) {
      sum += values[i];
      count++;
    }
  return sum / (long)count;
}

int main(void) {
  long values[3] = {4, 1, 7};
  return average_below(values, 3, 2 * clew_choose(4)) > 100;
}
