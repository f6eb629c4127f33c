/* A pointer copied byte by byte, through a packed structure and by memcpy is still the pointer. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct packed { char pad; int *pointer; char tail; } __attribute__((packed));

int main(void) {
  int *made = malloc(sizeof *made), *copy, *again;
  if (!made) return 1;
  *made = 42;
  struct packed p = {1, made, 2};
  assert(sizeof p == 6);
  for (size_t i = 0; i < sizeof copy; i++) ((char *)&copy)[i] = ((char *)&made)[i];
  memcpy(&again, (char *)&p + 1, sizeof again);
  assert(*copy == 42 && *again == 42 && *p.pointer == 42);
  made = copy = NULL;
  free(again);
  return p.tail - 2;
}
