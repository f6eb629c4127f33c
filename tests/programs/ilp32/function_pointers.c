/* Tables of functions, functions with structures and long long, comparison with null. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct pair { long long a; int b; };
typedef struct pair transform(struct pair);
static struct pair swap(struct pair p) { return (struct pair){p.b, (int)p.a}; }
static struct pair grow(struct pair p) { return (struct pair){p.a * 3, p.b + 1}; }
static int minus(int a, int b) { return a - b; }
static int (*const operation)(int, int) = minus;
static int compare(const void *a, const void *b) { return *(const long *)a < *(const long *)b ? -1 : *(const long *)a > *(const long *)b; }

int main(void) {
  transform *steps[] = {grow, swap, grow, NULL};
  struct pair p = {5, 7};
  for (transform **step = steps; *step; step++) p = (*step)(p);
  printf("%lld %d %zu\n", p.a, p.b, sizeof steps);
  assert(operation(5, 3) == 2 && operation == &minus);
  long numbers[] = {5, -3, 2147483647, 0, 42, -2147483647};
  qsort(numbers, 6, sizeof *numbers, compare);
  for (int i = 0; i < 6; i++) printf("%ld ", numbers[i]);
  long key = 42;
  printf("%d\n", (int)((long *)bsearch(&key, numbers, 6, sizeof key, compare) - numbers));
  return 0;
}
