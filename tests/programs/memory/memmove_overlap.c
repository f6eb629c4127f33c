/* memmove must copy overlapping ranges in both directions as if through a third buffer. */
#include <assert.h>
#include <string.h>

int main(void) {
  char text[10] = "abcdefghi";
  memmove(text + 2, text, 5);
  assert(memcmp(text, "ababcdehi", 10) == 0);
  memmove(text, text + 2, 7);
  assert(memcmp(text, "abcdehihi", 10) == 0);
  return 0;
}
