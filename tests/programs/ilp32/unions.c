/* The parts of a value through a union: little endian, pointers in four bytes. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

union view { uint64_t whole; uint32_t half[2]; uint16_t quarter[4]; uint8_t byte[8]; double real; void *pointer[2]; };

int main(void) {
  union view v = {0x0123456789abcdefULL};
  int target = 7;
  printf("%x %x %x %x\n", v.half[0], v.half[1], v.quarter[2], v.byte[7]);
  v.real = -2.5;
  printf("%llx\n", (unsigned long long)v.whole);
  v.pointer[0] = v.pointer[1] = &target;
  assert(v.half[0] == v.half[1] && v.half[0] == (uint32_t)(uintptr_t)&target);
  uint64_t both = v.whole;
  assert(*(int *)(uintptr_t)(both >> 32) == 7);
  assert(*(int *)(uintptr_t)both == 7);
  return 0;
}
