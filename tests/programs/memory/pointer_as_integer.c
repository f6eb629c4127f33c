/* A pointer turned into an integer and back must point to the same object. */
#include <assert.h>
#include <stdint.h>

int main(void) {
  int values[2] = {1, 2};
  uintptr_t address = (uintptr_t)values;
  int *same = (int *)address;
  int *next = (int *)(address + sizeof(int));
  assert(same == values && *same == 1);
  assert(*next == 2);
  assert(address % _Alignof(int) == 0);
  return 0;
}
