/* goto, break and continue must leave exactly the loops that they name. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int found_i = -1, found_j = -1;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      if (i * j == 6) {
        found_i = i;
        found_j = j;
        goto found;
      }
found:
  printf("%d %d\n", found_i, found_j);
  int n = 0;
again:
  n++;
  if (n < 4)
    goto again;
  int odd = 0, i = 0;
  do {
    if (i % 2 == 0)
      continue;
    if (i > 7)
      break;
    odd += i;
  } while (++i < 100);
  printf("%d %d %d\n", n, odd, i);
  for (int a = 0, b = 10; a < b; a += 2, b--)
    printf("%d:%d ", a, b);
  printf("\n");
  assert(n == 4);
  return 0;
}
