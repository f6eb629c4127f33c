/* snprintf must write at most its limit, end the text with zero and return the full length. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int format(char *to, size_t size, const char *pattern, ...) {
  va_list list;
  va_start(list, pattern);
  int length = vsnprintf(to, size, pattern, list);
  va_end(list);
  return length;
}

int main(void) {
  char text[8];
  assert(snprintf(text, sizeof text, "%s-%d", "thread", 12) == 9);
  assert(strcmp(text, "thread-") == 0);
  assert(snprintf(text, sizeof text, "%d", -1234) == 5 && strcmp(text, "-1234") == 0);
  assert(snprintf(NULL, 0, "%05d", 7) == 5);
  assert(format(text, 4, "%c%c%c%c", 'a', 'b', 'c', 'd') == 4 && strcmp(text, "abc") == 0);
  assert(sprintf(text, "%x", 0xbeef) == 4 && strcmp(text, "beef") == 0);
  return 0;
}
