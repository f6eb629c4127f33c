/* A program that trusts its input to be there. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 5;
  if (scanf("%d", &number) != 1) return 0;
  assert(getchar() != EOF);
  return 0;
}
