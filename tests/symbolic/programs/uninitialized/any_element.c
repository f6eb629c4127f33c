// violated assert; options: --uninitialized input
// One element of an array was not set.
#include <assert.h>
int main(void) {
  int a[4];
  for (int i = 0; i < 3; ++i) a[i] = i;
  assert(a[0] + a[1] + a[2] == 3);
  assert(a[3] != 77);
}
