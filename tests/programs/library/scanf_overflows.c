/* A word without a width may be longer than its array. */
#include <stdio.h>

int main(void) {
  char word[4];
  return scanf("%s", word) == 1 ? 0 : 1;
}
