/* 2^30 elements of four bytes are 2^32 bytes: the address wraps around and is the array's own again. */
#include <assert.h>

int main(void) {
  int local[4] = {1, 2, 3, 4};
  unsigned index = 1u << 30;
  int *pointer = (int *)((char *)local + index * sizeof *local);
  assert(pointer == local && *pointer == 1);
  return 0;
}
