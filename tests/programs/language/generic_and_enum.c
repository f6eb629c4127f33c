/* _Generic must pick by type, enum constants count on, and sizeof does not evaluate. */
#include <assert.h>
#include <stdio.h>

#define KIND(x) _Generic((x), int: "int", double: "double", char *: "string", default: "other")

enum color { kRed = -1, kGreen, kBlue = 7, kLast };

int main(void) {
  int i = 1;
  printf("%s %s %s %s %s\n", KIND(i), KIND(1.5), KIND("s"), KIND(1L), KIND((char)1));
  printf("%d %d %d %d\n", kRed, kGreen, kBlue, kLast);
  assert(sizeof(i++) == 4 && i == 1);
  _Static_assert(sizeof(long) == 8 && sizeof(void *) == 8, "LP64");
  enum color c = kGreen;
  c++;
  assert(c == 1);
  return 0;
}
