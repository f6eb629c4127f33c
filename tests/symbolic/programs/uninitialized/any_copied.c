// safe; options: --uninitialized input
// A copy of a structure has the values that were there.
#include <assert.h>
struct pair {
  int first, second;
};
int main(void) {
  struct pair one;
  one.first = 1;
  struct pair other = one;
  assert(other.first == 1 && other.second == one.second);
}
