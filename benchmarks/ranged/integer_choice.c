/* One thread that makes three choices, each of VALUES numbers: a tree of choices in which no two paths meet. The numbers
 * are kept in globals, so that every path has states of its own. Choose the number with -DVALUES=. */
#include <assert.h>
#include <clew.h>

#ifndef VALUES
#define VALUES 50
#endif

static int first, second, third;

static int any(void) { return 1 + clew_choose(VALUES); }

int main(void) {
  first = any();
  second = any();
  third = any();
  const int sum = first + second + third;
  assert(sum >= 3 && sum <= 3 * VALUES);
}
