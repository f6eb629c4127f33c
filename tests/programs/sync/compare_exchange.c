/* compare_exchange must store only on a match, and otherwise put the value it saw into the expected one. */
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int number = 4;
  int expected = 3;
  assert(!atomic_compare_exchange_strong(&number, &expected, 9));
  assert(expected == 4 && number == 4);
  assert(atomic_compare_exchange_strong(&number, &expected, 9));
  assert(expected == 4 && number == 9);
  expected = 9;
  while (!atomic_compare_exchange_weak(&number, &expected, expected + 1))
    ;
  assert(number == 10);
  return 0;
}
