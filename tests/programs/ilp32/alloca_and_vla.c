/* Arrays whose size is known at run time, and alloca. */
#include <alloca.h>
#include <assert.h>
#include <string.h>

static long sum(unsigned n, long matrix[n][n + 1]) {
  long total = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k <= n; k++) total += matrix[i][k];
  return total;
}

int main(void) {
  for (unsigned n = 1; n < 9; n++) {
    long matrix[n][n + 1];
    assert(sizeof matrix == 4 * n * (n + 1));
    for (unsigned i = 0; i < n * (n + 1); i++) ((long *)matrix)[i] = (long)i;
    assert(sum(n, matrix) == (long)(n * (n + 1) * (n * (n + 1) - 1) / 2));
    char *text = alloca(n + 1);
    memset(text, 'a', n), text[n] = 0;
    assert(strlen(text) == n);
  }
  return 0;
}
