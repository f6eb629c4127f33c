/* calloc must clear, realloc must keep the old part, and every allocation is aligned for any type. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  unsigned char *bytes = calloc(3, 5);
  for (int i = 0; i < 15; i++)
    assert(bytes[i] == 0);
  for (int i = 0; i < 15; i++)
    bytes[i] = (unsigned char)i;
  bytes = realloc(bytes, 30);
  for (int i = 0; i < 15; i++)
    assert(bytes[i] == i);
  bytes = realloc(bytes, 4);
  assert(bytes[0] == 0 && bytes[3] == 3);
  assert((uintptr_t)bytes % _Alignof(max_align_t) == 0);
  free(bytes);
  return 0;
}
