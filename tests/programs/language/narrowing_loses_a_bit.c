/* Adding through a char must give the same sum, but 100 + 28 no longer fits. */
#include <assert.h>
#include <clew.h>

int main(void) {
  int a = 100, b = 7 * clew_choose(5);
  signed char narrow = (signed char)(a + b);
  assert(narrow == a + b);
  return 0;
}
