/* A pointer copied byte by byte and by memcpy must still point to its object. */
#include <assert.h>
#include <string.h>

int main(void) {
  int value = 6;
  int *pointer = &value, *copy, *other;
  unsigned char buffer[sizeof pointer];
  const unsigned char *from = (const unsigned char *)&pointer;
  for (unsigned i = 0; i < sizeof pointer; i++)
    buffer[i] = from[i];
  memcpy(&copy, buffer, sizeof copy);
  memcpy(&other, &copy, sizeof other);
  *other = 7;
  assert(copy == pointer && value == 7);
  return 0;
}
