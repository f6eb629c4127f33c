// violated assert; options: --uninitialized input
// An array whose length is known late.
#include <assert.h>
static int last(int n) {
  int a[n];
  for (int i = 0; i + 1 < n; ++i) a[i] = 0;
  return a[n - 1];
}
int main(void) { assert(last(3) != 99); }
