/* Differences, comparisons and negative steps of pointers inside one array must follow its indices. */
#include <assert.h>
#include <stddef.h>

struct triple {
  char a, b, c;
};

int main(void) {
  long values[5] = {10, 20, 30, 40, 50};
  long *first = values, *last = &values[4];
  assert(last - first == 4 && first - last == -4);
  assert(last[-3] == 20 && *(last - 1) == 40 && 2 [values] == 30);
  assert(first < last && last >= first && first + 5 > last);
  assert((char *)last - (char *)first == 4 * (ptrdiff_t)sizeof(long));
  struct triple triples[2] = {{1, 2, 3}, {4, 5, 6}};
  char *bytes = (char *)triples;
  assert(bytes[4] == 5 && &triples[1].c - bytes == 5);
  return 0;
}
