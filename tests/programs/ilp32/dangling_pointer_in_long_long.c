/* A freed object's name stays taken while a pointer to it is half of a 64-bit number. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *old = malloc(sizeof *old);
  if (!old) return 1;
  uint64_t hidden = (uint64_t)(uintptr_t)old << 32;
  free(old);
  old = NULL;
  for (int i = 0; i < 20; i++) {
    int *fresh = malloc(sizeof *fresh);
    if (!fresh) return 1;
    *fresh = i;
    assert((uintptr_t)fresh != (uintptr_t)(hidden >> 32));
    free(fresh);
  }
  return *(int *)(uintptr_t)(hidden >> 32);
}
