// unknown; oracle; options: --property=assert
// Nobody looks for it, so nothing is known behind it.
#include <assert.h>
int main(void) {
  int x;
  if (x) assert(1);
}
