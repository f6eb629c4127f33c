/* malloc, calloc and realloc with a size_t of 32 bits; calloc notices a product that does not fit. */
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  assert(calloc(65536, 65536) == NULL);
  assert(calloc(SIZE_MAX, 2) == NULL);
  int *numbers = calloc(1000, sizeof *numbers);
  if (!numbers) return 1;
  for (int i = 0; i < 1000; i++) assert(numbers[i] == 0), numbers[i] = i;
  numbers = realloc(numbers, 3000 * sizeof *numbers);
  if (!numbers) return 1;
  for (int i = 0; i < 1000; i++) assert(numbers[i] == i);
  assert(malloc_usable_size(numbers) >= 12000);
  numbers = realloc(numbers, 8);
  assert(numbers[1] == 1);
  free(numbers);
  void *aligned = NULL;
  assert(posix_memalign(&aligned, 128, 40) == 0 && (uintptr_t)aligned % 128 == 0);
  memset(aligned, 1, 40);
  free(aligned);
  return 0;
}
