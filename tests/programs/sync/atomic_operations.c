/* Each atomic operation must return the old value and store the new one. */
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int number = 12;
  assert(atomic_fetch_add(&number, 3) == 12 && number == 15);
  assert(atomic_fetch_sub(&number, 5) == 15 && number == 10);
  assert(atomic_fetch_or(&number, 5) == 10 && number == 15);
  assert(atomic_fetch_and(&number, 6) == 15 && number == 6);
  assert(atomic_fetch_xor(&number, 3) == 6 && number == 5);
  assert(atomic_exchange(&number, -1) == 5 && number == -1);
  number += 2;
  assert(number == 1 && ++number == 2 && number-- == 2);
  atomic_uchar byte = 250;
  assert(atomic_fetch_add(&byte, 10) == 250 && byte == 4);
  atomic_long wide = 1L << 40;
  assert(atomic_fetch_add_explicit(&wide, 1, memory_order_relaxed) == 1L << 40);
  assert(atomic_load_explicit(&wide, memory_order_acquire) == (1L << 40) + 1);
  int values[3] = {7, 8, 9};
  int *_Atomic pointer = values;
  assert(*atomic_fetch_add(&pointer, 2) == 7 && *pointer == 9);
  atomic_bool flag = 0;
  assert(!atomic_exchange(&flag, 1) && flag);
  return 0;
}
