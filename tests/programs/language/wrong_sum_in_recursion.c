/* The sum of the first n numbers must be n(n+1)/2, but the base case is wrong for the input 0 alone. */
#include <assert.h>
#include <clew.h>

static int sum(int n) {
  if (n == 0)
    return 1;
  if (n == 1)
    return 1;
  return n + sum(n - 1);
}

int main(void) {
  int n = clew_choose(5);
  assert(sum(n) == n * (n + 1) / 2);
  return 0;
}
